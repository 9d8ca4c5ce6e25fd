import { finished } from 'node:stream';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../access/authorise.ts';
import type { Services } from '../context.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { DomainError } from '../errors.ts';
import { type Change, concernsAccess, type News } from '../events/change-feed.ts';
import { authenticateAgent } from '../http/auth/authenticate.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { OPERATION_LIMIT_BYTES } from '../http/engine/json-body.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { AUTHENTICATES, chargeActor } from '../http/limits/rate-limits.ts';
import { callerOf, traceRefusal } from '../http/limits/trace-refusals.ts';
import { loadOnce } from '../load-ahead.ts';
import type { ToolCaller } from './call-tool.ts';
import type { Mcp } from './open-mcp.ts';

const PATH = '/api/mcp';
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
/**
 * The Model Context Protocol at `/api/mcp`: the operations of `/v1` as tools, for clients of the revision 2026-07-28
 * and for those of 2025. Stateless, so any process can serve any request. The implementation is loaded with the first
 * request.
 */
export function addMcpRoutes(web: HttpServer, services: Services): void {
  const opened = loadOnce(async () => (await import('./open-mcp.ts')).openMcp(web, services));
  web.addHook('preClose', async () => (await opened.loaded())?.handler.close());
  web.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    // GET and DELETE are refused, with the way to sign in for a caller without a key.
    config: { ...AUTHENTICATES.config, allow: ['POST'] },
    bodyLimit: OPERATION_LIMIT_BYTES,
    schema: { hide: true },
    onRequest: async (request) => {
      requireKnownOrigin(services, request);
      request.agent = await authenticateAgent(services, request, null);
    },
    preHandler: async (request) => charge(services, request, await opened.load()),
    onSend: async (_request, reply) => challenge(services, reply),
    handler: async (request, reply) => {
      const disconnected = new AbortController();
      finished(reply.raw, () => disconnected.abort());
      const mcp = await opened.load();
      const options = authOf(services, request);
      if (!isSubscribing(request.body))
        return answer(reply, await mcp.handler.fetch(toWebRequest(services, request, disconnected.signal), options));
      return reply.send(await subscribe(web, services, request, { disconnected, options, mcp }));
    },
  });
}

/**
 * A complete response is sent as text, so it may be compressed: authentication is by key, not cookie, so no other
 * site can trigger requests to measure its length.
 */
async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return reply.send(response);
  reply.code(response.status).headers(Object.fromEntries(response.headers)).removeHeader('content-length');
  return reply.header('vary', 'accept-encoding').send(await response.text());
}

interface Listening {
  disconnected: AbortController;
  options: ReturnType<typeof authOf>;
  mcp: Mcp;
}

const isSubscribing = (body: unknown): boolean => (body as { method?: unknown } | null)?.method === 'subscriptions/listen';

/** A stream of changes, with a separate handler: it covers this agent's workspace only. */
async function subscribe(web: HttpServer, services: Services, request: FastifyRequest, { disconnected, options, mcp }: Listening) {
  const { ctx } = options.authInfo.extra;
  requireScope(ctx, 'read');
  const { signal, leave } = web.waiting.enter(ctx.actor);
  const isWelcome = async () => (await authenticateAgent(services, request, null)).scopes.includes('read');
  const opened = await openSubscriberBus({ ctx, asked: askedOf(request.body), isWelcome, end: () => disconnected.abort() }).catch(
    (error: unknown) => {
      leave();
      throw error;
    },
  );
  const over = AbortSignal.any([signal, disconnected.signal]);
  const close = (): void => {
    opened.close();
    leave();
  };
  if (over.aborted) close();
  else over.addEventListener('abort', close, { once: true });
  return mcp.streamFrom(opened.bus).fetch(toWebRequest(services, request, over), options);
}

function askedOf(body: unknown): string[] {
  const { params } = body as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** Against DNS rebinding, as the protocol requires: a page of another origin needs a key of its own. */
function requireKnownOrigin({ config }: Services, { headers: { origin, authorization } }: FastifyRequest): void {
  if (origin === undefined || origin === config.publicUrl || LOOPBACK.test(origin) || authorization !== undefined) return;
  throw new DomainError('cross_site_request');
}

/**
 * A body may contain several messages: each is charged like a request of its own, as a write only if it calls a tool
 * that changes something.
 */
async function charge(services: Services, request: FastifyRequest, mcp: Mcp): Promise<void> {
  const { agent, body } = request;
  if (!agent) return;
  const messages = (Array.isArray(body) ? body : [body]) as ({ method?: unknown; params?: { name?: unknown } } | null | undefined)[];
  const changes = messages.filter((message) => message?.method === 'tools/call' && mcp.isChange(String(message.params?.name))).length;
  if (changes < messages.length) await chargeActor(services, request, agent, { kind: 'reads', points: messages.length - changes });
  if (changes > 0) await chargeActor(services, request, agent, { kind: 'writes', points: changes });
}

/** The SDK sees the caller's identity, never the key. */
function authOf(services: Services, request: FastifyRequest) {
  const { agent, id } = request;
  if (!agent) throw new Error('An MCP request was handled without authentication.');
  const renew = () => authenticateAgent(services, request, null);
  const ctx: AgentContext = { ...services, em: forkFor(services.orm, agent), actor: agent, requestId: id, renew };
  const authInfo = {
    token: agent.keyId,
    clientId: agent.agentId,
    scopes: [...agent.scopes],
    resourceMetadataUrl: metadataUrl(services),
    extra: {
      ctx,
      trace: (refusal: DomainError) => traceRefusal(services, refusal, callerOf(request)),
      readsTextOnly: readsTextOnly(request),
    } satisfies ToolCaller,
  };
  return { authInfo, parsedBody: request.body };
}

/** The first revision with structured content. Clients of former ones do not name theirs. */
const STRUCTURED_SINCE = '2025-06-18';

/** A host that passes nothing but text to its model can ask for it in its address: `?text=full`. */
function readsTextOnly({ headers, query }: FastifyRequest): boolean {
  const revision = headers['mcp-protocol-version'];
  return typeof revision !== 'string' || revision < STRUCTURED_SINCE || (query as { text?: unknown }).text === 'full';
}

const metadataUrl = ({ config }: Services): string => `${config.publicUrl}/.well-known/oauth-protected-resource${PATH}`;

function toWebRequest({ config }: Services, request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !['authorization', 'cookie', 'content-length'].includes(name)) headers.set(name, [value].flat().join(', '));
  }
  const body = request.method === 'POST' ? (request.rawBody ?? '') : null;
  return new Request(`${config.publicUrl}${PATH}`, { method: request.method, headers, body: body && String(body), signal });
}

/** Points a client to the metadata of this resource, and to the least scope to request. */
function challenge(services: Services, reply: FastifyReply): void {
  const given = reply.getHeader('www-authenticate');
  if (typeof given !== 'string') return;
  const precise = given.replace(/resource_metadata="[^"]*"/, `resource_metadata="${metadataUrl(services)}"`);
  reply.header('www-authenticate', precise.includes('scope=') ? precise : `${precise}, scope="read"`);
}

/** How often an open stream's key is checked again, if no event reports its end. */
const CHECK_MS = 15_000;

interface Subscriber {
  ctx: AgentContext;
  /** The subscribed URIs: all of them are notified when events may have been missed. */
  asked: readonly string[];
  /** Whether the key would still be accepted. */
  isWelcome(): Promise<boolean>;
  /** Ends the stream. */
  end(): void;
}

/**
 * The changes in one agent's workspace, by resource URI, for one stream. It listens before the stream begins, so
 * nothing is missed in between; call `close` to release it.
 */
async function openSubscriberBus({ ctx, asked, isWelcome, end }: Subscriber): Promise<{ bus: ServerEventBus; close(): void }> {
  const { workspaceId, grantId } = ctx.actor;
  const waiting: ServerEvent[] = [];
  let tell = (event: ServerEvent): void => void waiting.push(event);
  const updated = (uri: string): void => tell({ kind: 'resource_updated', uri });
  const check = (): void => void isWelcome().then((is) => is || end(), end);
  const forward = (news: News): void => {
    if (news.type === 'missed') {
      asked.forEach(updated);
      tell({ kind: 'resources_list_changed' });
    }
    if (concernsAccess(news, ctx.actor)) check();
    if (news.type !== 'change' || news.change.workspaceId !== workspaceId) return;
    addressesOf(news.change, grantId).forEach(updated);
    if (news.change.kind === 'draft') tell({ kind: 'resources_list_changed' });
  };
  const leave = await ctx.changes.listen(forward);
  const timer = setInterval(check, CHECK_MS).unref();
  return {
    bus: {
      publish() {
        throw new Error('Publishing is not supported: changes come from the database.');
      },
      subscribe(listener) {
        tell = listener;
        waiting.splice(0).forEach(listener);
        return () => {
          tell = () => undefined;
        };
      },
    },
    close() {
      clearInterval(timer);
      leave();
    },
  };
}

/** The resources of this agent that the change affects. */
function addressesOf({ kind, id, draftId }: Change, grantId: string): string[] {
  const ofDraft = draftId ? [`countersign://drafts/${draftId}`] : [];
  if (kind === 'draft') return [`countersign://drafts/${id}`];
  if (kind === 'publish_job') return [`countersign://publish-jobs/${id}`, `countersign://publish-jobs/${id}/evidence`, ...ofDraft];
  if (kind === 'approval') return ofDraft;
  if (kind === 'connection') return ['countersign://connections'];
  return kind === 'grant' && id === grantId ? ['countersign://me'] : [];
}
