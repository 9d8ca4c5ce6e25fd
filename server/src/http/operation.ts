import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { requireScope } from '../access/authorise.ts';
import type { Context, Scope, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { type AgentActor, authenticateAgent } from './authenticate.ts';
import type { HttpServer } from './http-server.ts';
import { answerOnce, findStoredAnswer, readRequestKey, type SerializedAnswer } from './idempotency.ts';
import { PROBLEM_ANSWERS } from './problem.schemas.ts';

export type AgentContext = Context & { actor: AgentActor };

/** A success as a handler gives it; refusals are thrown. */
export interface Answer<Body> {
  status: 200 | 201 | 202;
  body: Body;
  headers?: Record<string, string>;
}

export interface Input<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  request: FastifyRequest;
}

/** One operation of the API, wherever it is mounted: a named operation and its `/v1` path are the same one. */
export interface Operation<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared> {
  /** The grant must carry it; null where any valid key will do. */
  scope: Scope | null;
  summary: string;
  description: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Further request headers, for the OpenAPI document. */
  headers?: TObject;
  /** For an operation whose every field may be left out: no body is an empty one. */
  isBodyOptional?: boolean;
  /** What a success looks like, by status. */
  success: { status: 200 | 201 | 202; description: string; schema: Result }[];
  /** Slow work that must not be done in a transaction; skipped where the request was answered before. */
  prepare?(ctx: AgentContext, input: Input<Params, Query, Body>): Promise<Prepared>;
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

const ID_FORM = /^[a-z]{3}_[0-9a-f-]{36}$/;

/** Mounts an operation: authenticate before the body is read, validate, authorise, run, send. */
export function addOperation<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared>(
  app: HttpServer,
  services: Services,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  operation: Operation<Params, Query, Body, Result, Prepared>,
): void {
  app.route({
    method,
    url,
    schema: schemaOf(operation),
    onRequest: async (request) => {
      request.agent = await authenticateAgent(services, request);
    },
    preValidation: async (request) => {
      requireIds(request);
      if (operation.isBodyOptional) request.body ??= {};
    },
    handler: async (request, reply) => {
      if (!request.agent) throw new Error('The operation ran without authentication.');
      const ctx: AgentContext = { ...services, em: services.orm.em.fork(), actor: request.agent, requestId: request.id };
      const input = inputOf<Params, Query, Body>(request);
      if (operation.scope) requireScope(ctx, operation.scope);
      return method === 'GET' ? sendRead(ctx, operation, input, reply) : sendWrite(ctx, operation, input, request, reply);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the operations' authentication. */
    agent: AgentActor | null;
  }
}

/** An id of another form names nothing: it is a 404 like any unknown one, before a schema finds fault with it. */
function requireIds(request: FastifyRequest): void {
  const ids = Object.values(request.params as Record<string, string>);
  if (!ids.every((id) => ID_FORM.test(id))) throw new DomainError('not_found');
}

/** The validated parts of a request. */
function inputOf<Params extends TSchema, Query extends TSchema, Body extends TSchema>(request: FastifyRequest): Input<Params, Query, Body> {
  return { params: request.params as Static<Params>, query: request.query as Static<Query>, body: request.body as Static<Body>, request };
}

async function sendRead<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared>(
  ctx: AgentContext,
  operation: Operation<Params, Query, Body, Result, Prepared>,
  input: Input<Params, Query, Body>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const prepared = (await operation.prepare?.(ctx, input)) as Prepared;
  const answer = await operation.run(ctx, input, prepared);
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .header('cache-control', 'no-store')
    .send(answer.body);
}

async function sendWrite<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared>(
  ctx: AgentContext,
  operation: Operation<Params, Query, Body, Result, Prepared>,
  input: Input<Params, Query, Body>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestKey = request.method === 'POST' ? readRequestKey(request, ctx.actor.grantId) : null;
  const before = operation.prepare && requestKey ? await findStoredAnswer(ctx, requestKey) : null;
  if (before) return sendSerialized(reply, before);

  const prepared = (await operation.prepare?.(ctx, input)) as Prepared;
  let headers: Record<string, string> = {};
  const answer = await answerOnce(ctx, requestKey, async (tx) => {
    const { status, body, headers: own = {} } = await operation.run(tx, input, prepared);
    headers = own;
    return { status, body: reply.serializeInput(body, String(status), 'application/json') as string, isReplayed: false };
  });
  return sendSerialized(reply.headers(headers), answer);
}

function sendSerialized(reply: FastifyReply, answer: SerializedAnswer): FastifyReply {
  if (answer.isReplayed) reply.header('idempotency-replayed', 'true');
  return reply.code(answer.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer.body);
}

function schemaOf<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema, Prepared>(
  operation: Operation<Params, Query, Body, Result, Prepared>,
): FastifySchema {
  const { params, query, body, headers, success } = operation;
  return {
    summary: operation.summary,
    description: operation.scope ? `${operation.description}\n\nScope: \`${operation.scope}\`.` : operation.description,
    tags: [operation.tag],
    security: [{ apiKey: [] }],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(headers ? { headers } : {}),
    response: {
      ...Object.fromEntries(
        success.map(({ status, description, schema }) => [status, { description, content: { 'application/json': { schema } } }]),
      ),
      ...PROBLEM_ANSWERS,
    },
  };
}
