import type { FastifyReply, FastifyRequest } from 'fastify';
import { OauthError, type OauthErrorCode } from '../../access/oauth/oauth-error.ts';
import type { Services } from '../../context.ts';
import type { DomainError, ErrorCode } from '../../errors.ts';
import { callerOf, traceRefusal } from '../callers/trace-refusals.ts';
import { toDomainError } from '../engine/problem-details.ts';

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
  const error = toDomainError(thrown);
  traceRefusal(services, error, callerOf(request));
  if (error.code === 'internal_error') request.log.error({ err: thrown, requestId: request.id }, 'A request ended in an unexpected error.');
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
