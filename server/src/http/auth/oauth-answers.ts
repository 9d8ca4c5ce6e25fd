import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { OauthError, type OauthErrorCode } from '../../access/oauth/oauth-error.ts';
import type { Context, Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import type { DomainError, ErrorCode } from '../../errors.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { findUnstorable } from '../engine/json-body.ts';
import { requestRefusal } from '../engine/problem-details.ts';
import { callerOf, traceRefusal } from '../limits/trace-refusals.ts';

/** Errors of the rest of the service as OAuth error codes. The status is kept. */
const CODES: Partial<Record<ErrorCode, OauthErrorCode>> = {
  account_not_approved: 'access_denied',
  grant_paused: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  service_busy: 'temporarily_unavailable',
  database_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** RFC 6749, section 5.1: responses that may contain a token or a code must not be cached. */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** A success; never cached. */
export function sendOauth(reply: FastifyReply, body: object, status = 200): FastifyReply {
  return reply.code(status).headers(NO_STORE).type('application/json; charset=utf-8').send(body);
}

/** A refusal as `{error, error_description}` (RFC 6749, section 5.2). */
export function sendOauthError(services: Services, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { publicUrl } = services.config;
  if (thrown instanceof OauthError) {
    return sendOauth(reply.headers(challengeOf(publicUrl, thrown.code, thrown.status)), bodyOf(thrown.code, thrown.message), thrown.status);
  }
  const error = requestRefusal(thrown, request);
  traceRefusal(services, error, callerOf(request));
  if (error.code === 'internal_error')
    request.log.error({ err: thrown, requestId: request.id }, 'A request failed with an unexpected error.');
  const code = codeOf(error);
  return sendOauth(
    reply.headers({ ...challengeOf(publicUrl, code, error.status), ...waitOf(error) }),
    bodyOf(code, error.message),
    error.status,
  );
}

function codeOf(error: DomainError): OauthErrorCode {
  const known = CODES[error.code];
  if (known) return known;
  return error.status === 401 ? 'invalid_token' : 'invalid_request';
}

const bodyOf = (code: OauthErrorCode, description: string) => ({ error: code, error_description: description.replaceAll(/["\\]/g, "'") });

function waitOf({ details }: DomainError): Record<string, string> {
  return typeof details.retry_after_seconds === 'number' ? { 'retry-after': String(details.retry_after_seconds) } : {};
}

function challengeOf(publicUrl: string, code: OauthErrorCode, status: number): Record<string, string> {
  if (code === 'invalid_token') {
    return { 'www-authenticate': `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource", error="invalid_token"` };
  }
  return code === 'invalid_client' && status === 401 ? { 'www-authenticate': 'Basic realm="no client of this service has a secret"' } : {};
}

/** Outside any transaction; anonymous unless the route has identified the caller. */
export function oauthContext(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: forkAsOwner(services.orm), actor, requestId: request.id };
}

export type OauthParameters = ReadonlyMap<string, string>;

/** Form bodies, for the OAuth routes alone: all other routes take JSON. */
export function registerFormBody(app: HttpServer): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, readPairs(new URLSearchParams(utf8.decode(bytes as Buffer))));
    } catch (error) {
      done(error instanceof OauthError ? error : new OauthError('invalid_request', 'The body is not valid UTF-8.'));
    }
  });
}

/** The parameters of a form. */
export function formOf(request: FastifyRequest): OauthParameters {
  if (request.body instanceof Map) return request.body as OauthParameters;
  throw new OauthError('invalid_request', 'Send the parameters as "application/x-www-form-urlencoded".');
}

/** The parameters of the query string. */
export function queryOf(request: FastifyRequest): OauthParameters {
  const [, query = ''] = /\?([^#]*)/.exec(request.url) ?? [];
  return readPairs(new URLSearchParams(query));
}

/** RFC 6749, section 3.1: a parameter without a value counts as not sent, and none may be repeated. */
function readPairs(pairs: URLSearchParams): OauthParameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (parameters.has(name)) {
      // RFC 8707 allows several resources; we accept one at a time.
      throw new OauthError(
        name === 'resource' ? 'invalid_target' : 'invalid_request',
        `The parameter ${shown(name)} must not be repeated.`,
      );
    }
    if (findUnstorable(value).length > 0)
      throw new OauthError('invalid_request', `The parameter ${shown(name)} has a character that is not allowed.`);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** RFC 6749, section 5.2: a description is printable ASCII. */
const shown = (name: string): string => name.slice(0, 40).replaceAll(/[^\w.-]/g, '?');

/** A required parameter. */
export function requiredParameter(parameters: OauthParameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing.`);
  return value;
}

/** Every client is public: one that sends a secret or other proof is configured for another service. */
export function refuseClientSecret(request: FastifyRequest, parameters: OauthParameters): void {
  const isProving =
    request.headers.authorization !== undefined || ['client_secret', 'client_assertion'].some((name) => parameters.has(name));
  if (isProving) throw new OauthError('invalid_client', 'Clients are public here: send client_id in the body and no secret.', 401);
}
