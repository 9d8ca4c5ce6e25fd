import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { beginSpan, type OpenSpan } from '../tracing.ts';
import { addAuthRoutes, addPasskeyRoutes, addSecondFactorRoutes } from './auth/auth.routes.ts';
import { writeLastUses } from './auth/authenticate.ts';
import { addCors } from './auth/cors.ts';
import { addMailStopRoute } from './auth/mail-stop.routes.ts';
import { registerOauthRoutes } from './auth/oauth.routes.ts';
import { addPasswordRoutes } from './auth/password.routes.ts';
import { addInvitationRoutes, addSignupRoutes } from './auth/signup.routes.ts';
import { addClientRoutes } from './client.routes.ts';
import { addConsoleRoutes, CONSOLE_DIR, type ConsoleSender, consoleSender, isConsolePath, isMeantForApi } from './console.routes.ts';
import { answerForNode, createClientErrorHandler, prefersPage, rememberMethods } from './engine/client-errors.ts';
import { compressAnswer } from './engine/compress-answer.ts';
import { CONTENT_POLICIES, helmetOptions, PERMISSIONS_POLICY, removeDocumentHeaders } from './engine/content-security.ts';
import type { HttpServer } from './engine/http-server.ts';
import { BODY_LIMIT_BYTES, registerJsonBody } from './engine/json-body.ts';
import { sendProblem } from './engine/problem-details.ts';
import { readBodyBeforeClosing } from './engine/unread-body.ts';
import { compileSerializer, compileValidator } from './engine/validator.ts';
import { addLongPolling } from './engine/waiting.ts';
import { addEventStreamRoute } from './event-stream.routes.ts';
import { addAccountExportRoute, addAuditExportRoute, addEvidenceDownloadRoute, addEvidenceKeysRoute } from './exports.routes.ts';
import { addHealthRoutes, addMetricsRoute } from './health.routes.ts';
import { addRateLimits } from './limits/rate-limits.ts';
import { writeRefusalsDown } from './limits/trace-refusals.ts';
import { watchForUnnamedProxy } from './limits/unnamed-proxy.ts';
import { addListExportRoute } from './list-export.routes.ts';
import { addMediaFileRoutes, addPublicPictureRoute } from './media-file.routes.ts';
import { addOpenapiRoute, registerOpenapi } from './openapi/openapi.ts';
import { addLlmsRoute } from './pages/llms.routes.ts';
import { addStripeWebhookRoute } from './stripe-webhook.routes.ts';
import { addOperations } from './v1/routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses are never opened as pages: they are sent without the headers of documents. */
    isData?: boolean;
    /** Requested every few seconds by a machine: logged only when refused. */
    isProbe?: boolean;
  }
}

/** Their sum is under 30 seconds, the documented limit of a slow body. */
const SLOW_REQUEST_MS = 25_000;
const SLOW_HEADERS_MS = 15_000;
const SLOW_CHECK_MS = 2_000;

export interface ServerOptions {
  /** The console's build; that of this project by default. */
  consoleDir?: string;
}

/**
 * The HTTP server: REST, named operations, sign-in, health and the console. It does not listen yet, so the
 * composition root can mount more (GraphQL) before it does.
 */
export async function buildServer(services: Services, options: ServerOptions = {}): Promise<HttpServer> {
  const { config } = services;
  const consoleDir = options.consoleDir ?? CONSOLE_DIR;
  const app: HttpServer = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // Each response is logged once, in onResponse.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT_BYTES,
    // A request that trickles in would hold a connection. Node checks for these only every
    // connectionsCheckingInterval.
    requestTimeout: SLOW_REQUEST_MS,
    http: { headersTimeout: SLOW_HEADERS_MS, connectionsCheckingInterval: SLOW_CHECK_MS, requireHostHeader: false },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => plainTarget(url),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      // No hook runs, and an unread body would reset the connection.
      finished(request.raw.resume(), (gone) => gone ?? sendProblem(services, error, request, reply));
    },
    clientErrorHandler: createClientErrorHandler(config.publicUrl),
  });

  const sendConsole = consoleSender(config, consoleDir);
  answerUnknownPaths(app, sendConsole);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler((error, request, reply) => sendProblem(services, error, request, reply));
  app.decorate('operations', new Map());
  traceRequests(app);
  addCommonHeaders(app);
  answerForNode(app, config.publicUrl);
  endConnectionsWhenStopping(app);
  addLongPolling(app);
  app.addHook('onSend', leaveStreamUnread);
  app.addHook('onSend', compressAnswer);
  addCors(app);
  watchForUnnamedProxy(app, services);
  addRateLimits(app, services);
  writeLastUses(app, services);
  writeRefusalsDown(app, services);
  app.addHook('onSend', readBodyBeforeClosing);
  registerJsonBody(app);
  await app.register(helmet, helmetOptions(config));
  await app.register(cookie);
  await registerOpenapi(app, services);
  addHealthRoutes(app, services);
  addMetricsRoute(app, services);
  await app.register(async (api) => addApiRoutes(api as HttpServer, services), { prefix: '/api' });
  await registerOauthRoutes(app, services);
  addEvidenceKeysRoute(app, services);
  await addMailStopRoute(app, services);
  addLlmsRoute(app, services);
  await addConsoleRoutes(app, services, consoleDir, sendConsole);
  return app;
}

/** A page of the console for browsers, otherwise a problem that lists what exists. */
function answerUnknownPaths(app: HttpServer, sendConsole: ConsoleSender): void {
  const methodsOf = rememberMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage = !isApiPath(path) && isConsolePath(path);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isPage && isReading && prefersPage(request)) return sendConsole(reply);
    const allowed = [...new Set([...methodsOf(path), ...(isPage ? ['GET', 'HEAD'] : [])])].sort();
    // Also for a file that its route has not found.
    if (allowed.length === 0 || allowed.includes(request.method)) {
      const hint = isMeantForApi(path) ? ` The API is under /api: did you mean /api${path}?` : '';
      throw new DomainError('not_found', { message: `Nothing exists at ${path}.${hint}` });
    }
    reply.header('allow', allowed.join(', '));
    throw new DomainError('method_not_allowed', { message: `${path} does not support ${request.method}.`, details: { allow: allowed } });
  });
}

const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');

async function addApiRoutes(api: HttpServer, services: Services): Promise<void> {
  addOpenapiRoute(api, services);
  addAuthRoutes(api, services);
  addSecondFactorRoutes(api, services);
  addPasskeyRoutes(api, services);
  addPasswordRoutes(api, services);
  addSignupRoutes(api, services);
  addInvitationRoutes(api, services);
  addClientRoutes(api, services);
  await addOperations(api, services);
  await addMediaFileRoutes(api, services);
  addPublicPictureRoute(api, services);
  addEventStreamRoute(api, services);
  addAccountExportRoute(api, services);
  addAuditExportRoute(api, services);
  addListExportRoute(api, services);
  addEvidenceDownloadRoute(api, services);
  addStripeWebhookRoute(api, services);
}

/** One span for each request, from which its commands, transactions and publications descend. */
function traceRequests(app: HttpServer): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const attributes = { 'http.request.method': request.method, 'http.route': request.routeOptions.url };
    const parent = typeof traceparent === 'string' ? traceparent : null;
    const span = beginSpan(`${request.method} ${request.routeOptions.url ?? ''}`.trim(), { kind: 'server', attributes, parent });
    if (!span) return done();
    spans.set(request, span);
    span.within(done);
  });
  // The body's events belong to the connection, not to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    return span ? span.within(done) : done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode, 'countersign.request.id': request.id });
    span?.end();
  });
}

/** The request id and the strictest content policy are on every response; pages set a policy of their own. */
function addCommonHeaders(app: HttpServer): void {
  app.decorateRequest('agent', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('content-security-policy', CONTENT_POLICIES.data);
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config?.isData) removeDocumentHeaders(reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
    const { agent } = request;
    // Identifies the agent; the path names the job.
    const who = agent && { accountId: agent.accountId, workspaceId: agent.workspaceId, agentId: agent.agentId, grantId: agent.grantId };
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ...who };
    // Probes would be most of the log.
    if (request.routeOptions.config?.isProbe && reply.statusCode < 400) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}

/** HEAD gets the headers of GET. Fastify itself would read the whole stream and discard it. */
async function leaveStreamUnread({ method }: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (method !== 'HEAD' || !(payload instanceof Readable)) return payload;
  payload.destroy();
  return Readable.from([]);
}

/** Closes kept-alive connections at shutdown, so their clients connect to another process. */
function endConnectionsWhenStopping(app: HttpServer): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

const USABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own X-Request-Id if it is safe to log and echo; otherwise a new one. */
function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID();
}

/** An escape that is none. */
const MALFORMED = /%(?![\da-f]{2})/i;

/**
 * The request's target with one spelling for each path: the router also accepts a whole URL (RFC 9112, 3.2.2) and encoded
 * letters (RFC 3986, 6.2.2.2), which must not pass what is decided by path, such as limits. The router refuses a malformed
 * path; decoding it first could make it well-formed.
 */
function plainTarget(target: string): string {
  return target.replace(/^https?:\/\/[^/]*\//i, '/').replace(/^[^?#]*/, (path) => (MALFORMED.test(path) ? path : decodeLetters(path)));
}

function decodeLetters(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
}
