import { createMcpHandler, McpServer, requireScopes } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { DomainError } from '../errors.ts';
import { authenticateAgent } from '../http/callers/authenticate.ts';
import { chargeActor } from '../http/callers/rate-limits.ts';
import { callerOf, traceRefusal } from '../http/callers/trace-refusals.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { callTool, type OfferedTool } from './call-tool.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { toolSchemaOf } from './tool-schema.ts';
import { TOOLS, type Tool } from './tools.ts';

const PATH = '/api/mcp';
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const INSTRUCTIONS =
  'Countersign publishes social posts that a person has approved. You prepare drafts and ask; a person decides in the console, and no tool can decide for them. ' +
  'Begin with get_me. Pass every approval_url on to your user. A refusal names its code and what to do about it.';

/**
 * The Model Context Protocol at `/api/mcp`: the operations of `/v1` as tools, for clients of the
 * revision 2026-07-28 and for those of 2025. Nothing is kept between two requests, so that any
 * process answers any of them.
 */
export function addMcpRoutes(web: HttpServer, services: Services): void {
  const prepared = Object.entries(TOOLS).map(([name, tool]) => {
    const of = offered(web.operations, tool.operation);
    return { tool, of: { ...of, name, schema: toolSchemaOf(of, tool.shape) } };
  });
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(services, authInfo?.extra as unknown as ToolCaller, prepared, web.operations),
    { onerror: (error) => services.log.warn({ err: error }, 'an MCP request was refused') },
  );
  web.addHook('preClose', () => handler.close());
  web.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    schema: { hide: true },
    onRequest: async (request) => {
      requireKnownOrigin(services, request);
      request.agent = await authenticateAgent(services, request);
    },
    preHandler: async (request) => chargeBatch(services, request),
    onSend: async (_request, reply) => challenge(services, reply),
    handler: async (request, reply) => reply.send(await handler.fetch(toWebRequest(services, request), authOf(services, request))),
  });
}

function offered(operations: ReadonlyMap<string, OfferedOperation>, id: string): OfferedOperation {
  const found = operations.get(id);
  if (!found) throw new Error(`No operation is called ${id}.`);
  return found;
}

interface ToolCaller {
  ctx: AgentContext;
  /** Leaves the trace of an authorisation that was refused. */
  trace(this: void, refusal: DomainError): void;
}

function createServer(
  { config }: Services,
  { ctx, trace }: ToolCaller,
  tools: { tool: Tool; of: OfferedTool }[],
  operations: ReadonlyMap<string, OfferedOperation>,
): McpServer {
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: '1', websiteUrl: config.publicUrl },
    { instructions: INSTRUCTIONS },
  );
  for (const { tool, of } of tools) {
    const { title, description, isDestructive = false, isIdempotent = false } = tool;
    const hints = {
      readOnlyHint: of.isRead,
      destructiveHint: isDestructive,
      idempotentHint: of.isRead || isIdempotent,
      openWorldHint: false,
    };
    const { scope } = of.operation;
    server.registerTool(
      of.name,
      {
        title,
        description,
        inputSchema: of.schema.input,
        outputSchema: of.schema.output,
        annotations: { title, ...hints },
        ...(scope && { scopeChallenge: requireScopes(scope) }),
      },
      (args) => callTool(ctx, of, args, trace),
    );
  }
  addResources(server, ctx, operations);
  addPrompts(server);
  return server;
}

/** A page elsewhere has no business here, whatever name it resolves to: a key is held by programs, or by pages of this service. */
function requireKnownOrigin({ config }: Services, { headers: { origin } }: FastifyRequest): void {
  if (origin === undefined || origin === config.publicUrl || LOOPBACK.test(origin)) return;
  throw new DomainError('cross_site_request');
}

/** A body may hold several messages: each counts as a request of its own would. */
async function chargeBatch(services: Services, request: FastifyRequest): Promise<void> {
  const { agent, body } = request;
  if (agent && Array.isArray(body) && body.length > 1)
    await chargeActor(services, request, agent, { kind: 'writes', points: body.length - 1 });
}

/** The SDK sees who asks, and never the key. */
function authOf(services: Services, request: FastifyRequest) {
  const { agent, id } = request;
  if (!agent) throw new Error('An MCP request came through without authentication.');
  const renew = () => authenticateAgent(services, request, null);
  const ctx: AgentContext = { ...services, em: forkFor(services.orm, agent), actor: agent, requestId: id, renew };
  const authInfo = {
    token: agent.keyId,
    clientId: agent.agentId,
    scopes: [...agent.scopes],
    resourceMetadataUrl: metadataUrl(services),
    extra: { ctx, trace: (refusal: DomainError) => traceRefusal(services, refusal, callerOf(request)) } satisfies ToolCaller,
  };
  return { authInfo, parsedBody: request.body };
}

const metadataUrl = ({ config }: Services): string => `${config.publicUrl}/.well-known/oauth-protected-resource${PATH}`;

function toWebRequest({ config }: Services, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !['authorization', 'cookie', 'content-length'].includes(name)) headers.set(name, [value].flat().join(', '));
  }
  const gone = new AbortController();
  request.raw.on('close', () => gone.abort());
  const body = request.method === 'POST' ? (request.rawBody ?? '') : null;
  return new Request(`${config.publicUrl}${PATH}`, { method: request.method, headers, body: body && String(body), signal: gone.signal });
}

/** Where a client learns how to get a key for just this resource, and the least that it should ask for. */
function challenge(services: Services, reply: FastifyReply): void {
  const given = reply.getHeader('www-authenticate');
  if (typeof given !== 'string') return;
  const precise = given.replace(/resource_metadata="[^"]*"/, `resource_metadata="${metadataUrl(services)}"`);
  reply.header('www-authenticate', precise.includes('scope=') ? precise : `${precise}, scope="read"`);
}
