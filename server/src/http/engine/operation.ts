import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Scope } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import type { ErrorCode } from '../../errors.ts';
import type { News } from '../../events/change-feed.ts';
import type { AgentActor } from '../auth/authenticate.ts';
import type { Quota } from '../limits/quotas.ts';
import type { Problem } from './problem-details.ts';

export type AgentContext = Context & {
  actor: AgentActor;
  /** The grant's current state; throws if it is no longer valid. For requests that have waited. */
  renew(this: void): Promise<AgentActor>;
};

/** A handler's success; refusals are thrown. */
export interface Answer<Body> {
  status: 200 | 201 | 202;
  body: Body;
  headers?: Record<string, string>;
}

/** What an operation may use besides its validated input, from HTTP or any other transport. */
export interface OperationRequest {
  headers: IncomingHttpHeaders;
  /** Path and query, for the URL of the next page. */
  url: string;
  /** A body that is not JSON. */
  rawBody: Buffer | null;
  /** The limits that the request was counted against, if the transport reports them. */
  quotas?: Quota[];
}

interface Input<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  request: OperationRequest;
}

/** One operation of the API, on every transport: a named operation and its `/v1` path are the same. */
interface Operation<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared> {
  /** Unique in the OpenAPI document; generated clients name their functions by it. */
  id: string;
  /** Scope required of the grant; null if any valid key is accepted. */
  scope: Scope | null;
  summary: string;
  description: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Set when clients should stop using it: announced with every response, and may be removed from its sunset on. */
  deprecated?: Deprecation;
  /** Content types of a body that is not JSON; it arrives as bytes in `request.rawBody`. */
  consumes?: string[];
  /** Limit of the body; that of JSON by default. */
  bodyLimitBytes?: number;
  /** Further request headers, for the OpenAPI document. */
  headers?: TObject;
  /** A POST that changes nothing: counted as a read, and documented as one. */
  isCheck?: true;
  /** If every field is optional: a missing body is an empty one. */
  isBodyOptional?: boolean;
  /** The successful responses by status, each with a realistic example. */
  success: { status: 200 | 201 | 202; description: string; schema: Result; example: Static<Result> }[];
  /** The URL of what a 201 has created; also sent when the request is repeated. */
  location?(ctx: AgentContext, made: Static<Result>): string;
  /** An example request for the documentation, which results in the success above. */
  example?: Partial<Record<'params' | 'query', Record<string, unknown>>> & { body?: Static<Body> };
  /** Its own error codes, besides those of every operation of its form (`openapi/refusals.ts`). */
  refuses?: readonly ErrorCode[];
  /** Slow work outside the transaction; skipped for a repeated request with a stored response. */
  prepare?(ctx: AgentContext, input: Input<Params, Query, Body>): Promise<Prepared>;
  /** For a read with long polling: how long it waits for a change. */
  wait?: {
    seconds(input: Input<Params, Query, Body>): number;
    isNews(news: News, ctx: AgentContext, input: Input<Params, Query, Body>): boolean;
    /** False if no change will follow, or there is something to return already. */
    isWorthIt(answer: Static<Result>): boolean;
  };
  /** A POST that changes nothing: it runs in a read-only transaction. */
  reads?: true;
  /** Runs inside the one transaction of a write. */
  run(ctx: AgentContext, input: Input<Params, Query, Body>, prepared: Prepared): Promise<Answer<Static<Result>>>;
  /** After the transaction, once: deletes what the operation has used up. */
  after?(ctx: AgentContext, input: Input<Params, Query, Body>): Promise<void>;
}

/** Infers the handler's types from the schemas. */
export function defineOperation<
  Result extends TSchema,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Prepared = undefined,
>(operation: Operation<Params, Query, Body, Result, Prepared>): Operation<Params, Query, Body, Result, Prepared> {
  return operation;
}

/** An operation without its specific types: the schemas check requests and responses. */
export type MountedOperation = Operation<TSchema, TSchema, TSchema, TSchema, unknown> & {
  /** Set for a batch operation; its own `run` is never called. */
  each?: Each;
};

/** The result of one entry: the response of its operation, or the refusal of this entry alone. */
export type Outcome = { status: number; answer: Record<string, unknown> } | { status: number; problem: Problem };

export interface Each {
  /** Runs for each entry like a separate request: validated, prepared, in its own transaction. */
  operation: MountedOperation;
  /** The bodies of the entries. Throws if the whole batch is refused. */
  entries(ctx: AgentContext, body: unknown): unknown[];
  /** The response to the batch. */
  answer(body: unknown, outcomes: readonly Outcome[]): unknown;
}

export type MountedInput = Input<TSchema, TSchema, TSchema>;

/** A deprecated operation, and its replacement. */
export interface Deprecation {
  /** The day from which it is deprecated, such as `2027-01-31`. */
  since: string;
  /** The day from which it may be removed. */
  sunset: string;
  /** The id of the replacement. */
  instead: string;
}

/** For the operation's description in the documents and tools. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}, and removed on or after ${sunset}: use \`${instead}\`.`;
}

/** Sets `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), on refusals too, with a link to the replacement. */
export function setDeprecationHeaders(reply: FastifyReply, { since, sunset, instead }: Deprecation, publicUrl: string): void {
  const link = `<${publicUrl}/api-docs#${anchorOf(instead)}>; rel="deprecation"`;
  const other = reply.getHeader('link');
  reply.headers({
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: other === undefined ? link : `${String(other)}, ${link}`,
  });
}

/** The operation's anchor on `/api-docs`. */
export const anchorOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
