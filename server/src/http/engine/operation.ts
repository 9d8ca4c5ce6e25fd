import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TObject, TSchema } from 'typebox';
import type { Scope } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import type { ErrorCode } from '../../errors.ts';
import type { News } from '../../events/change.ts';
import type { AgentActor } from '../callers/authenticate.ts';
import type { Quota } from '../callers/quotas.ts';
import type { Deprecation } from './deprecation.ts';
import type { Problem } from './problem-details.ts';

export type AgentContext = Context & {
  actor: AgentActor;
  /** Who the key stands for by now; throws where it is worth nothing any more. For what has waited. */
  renew(this: void): Promise<AgentActor>;
};

/** A success as a handler gives it; refusals are thrown. */
export interface Answer<Body> {
  status: 200 | 201 | 202;
  body: Body;
  headers?: Record<string, string>;
}

/** What an operation may look at besides its validated input: of an HTTP request, or of whatever else calls it. */
export interface OperationRequest {
  headers: IncomingHttpHeaders;
  /** Path and query, for the address of the next page. */
  url: string;
  /** A body that is no JSON. */
  rawBody: Buffer | null;
  /** What the request was counted in, where somebody reads that. */
  quotas?: Quota[];
}

export interface Input<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  request: OperationRequest;
}

/** One operation of the API, wherever it is mounted: a named operation and its `/v1` path are the same one. */
export interface Operation<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared> {
  /** Unique in the OpenAPI document; generated clients name their functions by it. */
  id: string;
  /** The grant must carry it; null where any valid key will do. */
  scope: Scope | null;
  summary: string;
  description: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Set where clients should leave it: it is told with every answer, and it may be removed once its day has come. */
  deprecated?: Deprecation;
  /** Content types of a body that is no JSON; it arrives as bytes in `request.rawBody`. */
  consumes?: string[];
  /** Of the body; that of JSON when left out. */
  bodyLimitBytes?: number;
  /** Further request headers, for the OpenAPI document. */
  headers?: TObject;
  /** A POST that changes nothing: counted as a read, and announced as one. */
  isCheck?: true;
  /** For an operation whose every field may be left out: no body is an empty one. */
  isBodyOptional?: boolean;
  /** What a success looks like, by status, each with one as it may really come. */
  success: { status: 200 | 201 | 202; description: string; schema: Result; example: Static<Result> }[];
  /** Where what a 201 has made can be read; the same once more for a repeated request. */
  location?(ctx: AgentContext, made: Static<Result>): string;
  /** A request of this kind, for the documents: one that has the success above. */
  example?: Partial<Record<'params' | 'query', Record<string, unknown>>> & { body?: Static<Body> };
  /** What it may refuse besides what any operation of its form may (`openapi/refusals.ts`). */
  refuses?: readonly ErrorCode[];
  /** Slow work that must not be done in a transaction; skipped where the request was answered before. */
  prepare?(ctx: AgentContext, input: Input<Params, Query, Body>): Promise<Prepared>;
  /** Of a read that may wait for news: as long as the caller says, where its answer is nothing new. */
  wait?: {
    seconds(input: Input<Params, Query, Body>): number;
    isNews(news: News, ctx: AgentContext, input: Input<Params, Query, Body>): boolean;
    /** False where nothing more will come, or there is something already. */
    isWorthIt(answer: Static<Result>): boolean;
  };
  /** A POST that changes nothing: it runs in a reading transaction. */
  reads?: true;
  /** For a write, inside the one transaction. */
  run(ctx: AgentContext, input: Input<Params, Query, Body>, prepared: Prepared): Promise<Answer<Static<Result>>>;
}

/** Gives the schemas' types to the handler. */
export function defineOperation<
  Result extends TSchema,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Prepared = undefined,
>(operation: Operation<Params, Query, Body, Result, Prepared>): Operation<Params, Query, Body, Result, Prepared> {
  return operation;
}

/** An operation once its own types have served their purpose: the schemas check what comes in and goes out. */
export type MountedOperation = Operation<TSchema, TSchema, TSchema, TSchema, unknown> & {
  /** Of an operation that is another one many times; its own `run` is never called. */
  each?: Each;
};

/** What became of one entry: an answer as its operation gives it, or the refusal of just this entry. */
export type Outcome = { status: number; answer: Record<string, unknown> } | { status: number; problem: Problem };

export interface Each {
  /** Runs for each entry like a request of its own: checked, prepared, in a transaction of its own. */
  operation: MountedOperation;
  /** The bodies of the entries. Throws where the whole cannot be done. */
  entries(ctx: AgentContext, body: unknown): unknown[];
  /** The answer to the whole. */
  answer(body: unknown, outcomes: readonly Outcome[]): unknown;
}

export type MountedInput = Input<TSchema, TSchema, TSchema>;
