import type { Services } from './context.ts';
import { registerGraphql } from './graphql/engine/graphql.routes.ts';
import { identifyRequest } from './http/auth/authenticate.ts';
import { setSessionCookie } from './http/auth/cookies.ts';
import { takesStream } from './http/engine/client-errors.ts';
import type { HttpServer } from './http/engine/http-server.ts';
import { OPERATION_LIMIT_BYTES } from './http/engine/json-body.ts';
import { logServiceFault } from './http/engine/log-service-fault.ts';
import { refusalHeaders, sendProblem, toDomainError } from './http/engine/problem-details.ts';
import { readChangeOnce } from './http/idempotency/change-once.ts';
import { traceRefusal } from './http/limits/trace-refusals.ts';
import { buildServer, type ServerOptions } from './http/server.ts';
import { addMcpRoutes } from './mcp/mcp.routes.ts';

/** REST, GraphQL, MCP and the console in one server. Transports do not know each other; they meet here. */
export async function buildWeb(services: Services, options: ServerOptions = {}): Promise<HttpServer> {
  const web = await buildServer(services, options);
  registerGraphql(web, services, {
    bodyLimit: OPERATION_LIMIT_BYTES,
    authenticate: (request, cost) => identifyRequest(services, request, cost),
    readChangeOnce,
    takesStream,
    sendSession: (reply, { token, expiresAt }) => setSessionCookie(services.config, reply, token, expiresAt),
    refuse: (thrown, request, reply, form) => sendProblem(services, thrown, request, reply, form),
    toDomainError,
    note: (refusal, thrown, log) => logServiceFault(services, refusal, thrown, log),
    trace: (refusal, caller) => traceRefusal(services, refusal, caller),
    headersOf: (refusal) => refusalHeaders(refusal, services.config.publicUrl),
  });
  addMcpRoutes(web, services);
  return web;
}
