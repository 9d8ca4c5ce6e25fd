import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Services } from '../../context.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { type AgentActor, authenticateAgent } from '../auth/authenticate.ts';
import { readRequestKey, type SerializedAnswer } from '../idempotency/idempotency.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { callerOf, traceRefusal } from '../limits/trace-refusals.ts';
import type { HttpServer } from './http-server.ts';
import { holdFile, OPERATION_LIMIT_BYTES } from './json-body.ts';
import {
  type AgentContext,
  type Answer,
  type Deprecation,
  deprecationNote,
  type MountedInput,
  type MountedOperation,
  setDeprecationHeaders,
} from './operation.ts';
import { etagOf, isKnown, performRead, performWrite } from './perform-operation.ts';
import { PROBLEM_ANSWERS } from './problem-details.ts';
import { WAIT_SECONDS, type Waiting } from './waiting.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the operation authenticates the request. */
    agent: AgentActor | null;
  }
  interface FastifyInstance {
    /** Every operation of `/v1` by its id, for the transports that offer the same operations. */
    operations: Map<string, OfferedOperation>;
  }
}

export interface OfferedOperation {
  operation: MountedOperation;
  isRead: boolean;
  /** The long-polling requests. */
  waiting: Waiting;
  /** Method and path as in the OpenAPI document. */
  route: string;
}

const ID_FORM = /^[a-z]{3}_[0-9a-f-]{36}$/;

/** Mounts an operation: authenticate before the body is read, validate, authorise, run, send. */
export function addOperation(
  app: HttpServer,
  services: Services,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  operation: MountedOperation,
): void {
  const route = `${method} ${app.prefix}${url.replace(/:(\w+)/g, '{$1}')}`;
  app.operations.set(operation.id, { operation, isRead: method === 'GET', waiting: app.waiting, route });
  app.route({
    method,
    url,
    config: { ...AUTHENTICATES.config, ...(operation.isCheck && { countsAs: 'reads' as const }) },
    schema: schemaOf(operation, method),
    bodyLimit: operation.bodyLimitBytes ?? OPERATION_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      request.agent = await authenticateAgent(services, request);
      if (operation.bodyLimitBytes !== undefined) await holdFile(request.agent.accountId, reply);
    },
    ...(operation.deprecated && { onSend: deprecationHook(operation.deprecated, services.config.publicUrl) }),
    preValidation: async (request) => {
      requireIds(request);
      if (operation.isBodyOptional) request.body ??= {};
    },
    handler: async (request, reply) => {
      if (!request.agent) throw new Error('The operation ran without authentication.');
      const renew = () => authenticateAgent(services, request, null);
      const ctx: AgentContext = {
        ...services,
        em: forkFor(services.orm, request.agent),
        actor: request.agent,
        requestId: request.id,
        renew,
      };
      const input = inputOf(request);
      if (method === 'GET') return sendRead(ctx, operation, input, reply);
      const trace = (refusal: DomainError) => traceRefusal(services, refusal, callerOf(request));
      return sendWrite(ctx, operation, input, { request, reply, trace });
    },
  });
}

const deprecationHook = (deprecation: Deprecation, publicUrl: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
  setDeprecationHeaders(reply, deprecation, publicUrl);

/** An id of another form exists nowhere: it is a 404 like any unknown one, before validation rejects it. */
function requireIds(request: FastifyRequest): void {
  const ids = Object.values(request.params as Record<string, string>);
  if (!ids.every((id) => ID_FORM.test(id))) throw new DomainError('not_found');
}

/** The validated parts of a request. */
function inputOf(request: FastifyRequest): MountedInput {
  return { params: request.params, query: request.query, body: request.body, request };
}

const PREFERRED_WAIT = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i;

/** Seconds from `Prefer: wait=N` (RFC 7240), at most as many as `wait` takes; null without it, or if the query has its own. */
function preferredWait({ wait }: MountedOperation, { query, request }: MountedInput): number | null {
  const [, seconds] = PREFERRED_WAIT.exec(String(request.headers.prefer ?? '')) ?? [];
  const isNamed = (query as { wait?: number }).wait !== undefined;
  return wait === undefined || isNamed || seconds === undefined ? null : Math.min(Number(seconds), WAIT_SECONDS);
}

async function sendRead(ctx: AgentContext, operation: MountedOperation, asked: MountedInput, reply: FastifyReply): Promise<FastifyReply> {
  const seconds = preferredWait(operation, asked);
  const input = seconds === null ? asked : { ...asked, query: { ...(asked.query as object), wait: seconds } };
  if (seconds !== null) reply.header('preference-applied', `wait=${seconds}`);
  const write = ({ status, body }: Answer<unknown>) =>
    reply.serializeInput(body as Record<string, unknown>, String(status), 'application/json') as string;
  const known = input.request.headers['if-none-match'];
  const isRead = (read: Answer<unknown>) => known === undefined || isKnown(known, etagOf(write(read)));
  const answer = await performRead(ctx, operation, input, { waiting: reply.server.waiting, isKnown: isRead });
  const body = write(answer);
  const etag = etagOf(body);
  // The content holds no secret, so its compressed length may depend on it.
  reply.headers({ ...answer.headers, etag, 'cache-control': 'no-store', vary: 'accept-encoding' });
  if (isKnown(known, etag)) return reply.code(304).send();
  return reply.code(answer.status).type('application/json; charset=utf-8').send(body);
}

async function sendWrite(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  { request, reply, trace }: { request: FastifyRequest; reply: FastifyReply; trace(refusal: DomainError): void },
): Promise<FastifyReply> {
  const requestKey = request.method === 'POST' ? readRequestKey(request, ctx.actor.grantId) : null;
  const serialize = (status: number, body: unknown): string =>
    reply.serializeInput(body as Record<string, unknown>, String(status), 'application/json') as string;
  const { headers, ...answer } = await performWrite(ctx, operation, input, { requestKey, serialize, trace });
  return sendSerialized(reply.headers(headers), answer);
}

function sendSerialized(reply: FastifyReply, answer: SerializedAnswer): FastifyReply {
  if (answer.isReplayed) reply.header('idempotency-replayed', 'true');
  return reply.code(answer.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer.body);
}

/** Accepts any bytes; the handler checks what they are. */
function bytesBody(types: readonly string[]) {
  return { content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) };
}

/** Of a read without parameters: a misspelt one is refused there too. */
const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false };

function schemaOf(operation: MountedOperation, method: string): FastifySchema {
  const { params, query, body, headers, success, deprecated } = operation;
  const notes = [operation.description, deprecated && deprecationNote(deprecated), operation.scope && `Scope: \`${operation.scope}\`.`];
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: notes.filter(Boolean).join('\n\n'),
    ...(deprecated ? { deprecated: true } : {}),
    tags: [operation.tag],
    security: [{ apiKey: [] }, ...(operation.scope ? [{ oauth2: [operation.scope] }] : [])],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : method === 'GET' ? { querystring: NO_QUERY } : {}),
    ...(body ? { body } : {}),
    ...(operation.consumes ? { consumes: operation.consumes, body: bytesBody(operation.consumes) } : {}),
    ...(headers ? { headers } : {}),
    response: {
      ...Object.fromEntries(
        success.map(({ status, description, schema }) => [status, { description, content: { 'application/json': { schema } } }]),
      ),
      ...PROBLEM_ANSWERS,
    },
  };
}
