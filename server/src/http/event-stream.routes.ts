import { finished, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Context, Services } from '../context.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { inReading } from '../db/transaction.ts';
import { presentEvents } from '../drafts/present-events.ts';
import { DomainError } from '../errors.ts';
import { checkCursor, readCursor } from '../events/event-queries.ts';
import type { EventType } from '../events/event-types.ts';
import { followEvents } from '../events/follow-events.ts';
import { closeWhenRefused } from '../events/watch-changes.ts';
import { type AgentActor, authenticateAgent } from './auth/authenticate.ts';
import type { HttpServer } from './engine/http-server.ts';
import { AUTHENTICATES } from './limits/rate-limits.ts';
import { readTypes, StreamEventsQuery } from './v1/events.routes.ts';

const RETRY_MS = 2_000;

/**
 * `GET /v1/events/stream`: the workspace's events as they are committed, as server-sent events. `id` is the event's
 * number: a client whose connection broke sends it as `Last-Event-ID` and misses nothing. Without one the stream
 * starts with the next event. At the start and in heartbeats it is sent alone, since a filter may match nothing for months.
 */
export function addEventStreamRoute(app: HttpServer, services: Services): void {
  app.get('/v1/events/stream', { ...AUTHENTICATES, schema: { hide: true, querystring: StreamEventsQuery } }, async (request, reply) => {
    const { ctx, after, types } = await enter(services, request);
    const { signal, leave } = app.waiting.enter(ctx.actor);
    const disconnected = new AbortController();
    // Also if the connection was closed during authentication.
    finished(reply.raw, () => {
      disconnected.abort();
      leave();
    });
    await closeWhenRefused(ctx, reply.raw, () => enterAgain(services, request));
    const lines = streamEvents(services, request, { ctx, after, types, signal: AbortSignal.any([signal, disconnected.signal]) });
    return reply
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(Readable.from(lines, { objectMode: false }));
  });
}

type AgentContext = Context & { actor: AgentActor };

async function enter(services: Services, request: FastifyRequest): Promise<Omit<Stream, 'signal'>> {
  const ctx = contextOf(services, request, await authenticateAgent(services, request));
  requireScope(ctx, 'read');
  const query = request.query as Static<typeof StreamEventsQuery>;
  if (query.workspace_id !== undefined && query.workspace_id !== ctx.actor.workspaceId) throw new DomainError('not_found');
  const header = request.headers['last-event-id'];
  const [named, pointer] = header === undefined ? [query.after, '/after'] : [String(header), '/last-event-id'];
  const types = readTypes(query.types);
  const asked = readCursor(named, pointer);
  const last = await inReading(ctx, (reading) => checkCursor(reading, ctx.actor.workspaceId, asked ?? 0, pointer));
  return { ctx, after: asked ?? last, types };
}

function contextOf(services: Services, request: FastifyRequest, actor: AgentActor): AgentContext {
  return { ...services, em: forkFor(services.orm, actor), actor, requestId: request.id };
}

interface Stream {
  ctx: AgentContext;
  after: number;
  types: readonly EventType[] | null;
  signal: AbortSignal;
}

async function* streamEvents(services: Services, request: FastifyRequest, { ctx, after, types, signal }: Stream): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\nid: ${after}\n\n`;
  const { workspaceId } = ctx.actor;
  const mayRead = (reading: Context) => requireWorkspace(reading, workspaceId, 'read');
  let isFirst = true;
  for await (const { events, upTo } of followEvents(ctx, { workspaceId, after, types, mayRead, signal })) {
    if (signal.aborted || !(isFirst || (await stillMay(services, request)))) return;
    isFirst = false;
    const views = events.length > 0 ? await inReading(ctx, (reading) => presentEvents(reading, events)) : [];
    for (const view of views) {
      yield `id: ${view.sequence}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
    }
    // Without data it is no event for the client, which still stores the number.
    yield `id: ${upTo}\n\n`;
  }
}

/** Throws if the key would no longer be accepted. */
async function enterAgain(services: Services, request: FastifyRequest): Promise<void> {
  requireScope(contextOf(services, request, await authenticateAgent(services, request, null)), 'read');
}

async function stillMay(services: Services, request: FastifyRequest): Promise<boolean> {
  try {
    await enterAgain(services, request);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
