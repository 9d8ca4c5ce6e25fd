import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Services } from '../../context.ts';
import { isConflict, isDatabaseFull, isDatabaseUnavailable, isOutOfTime, isStorageFull } from '../../db/database-faults.ts';
import { DomainError, type ErrorCode, type FieldError, inFull, type SaidRefusal } from '../../errors.ts';
import { acceptedLanguage } from '../../languages/language.ts';
import { inEnglish, translateTo } from '../../languages/translate.ts';
import { databaseUnavailable } from '../../long-work/concurrency-limit.ts';
import { callerOf, traceRefusal } from '../limits/trace-refusals.ts';
import { earlyHeaders } from './content-security.ts';
import { logServiceFault } from './log-service-fault.ts';
import { toFieldErrors } from './validation-errors.ts';

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.String({ description: 'RFC 6901 JSON Pointer to the field; the empty string is the whole body.' }),
    message: Type.String({ description: 'What is wrong and what is accepted, in a sentence that names the field.' }),
  },
  { description: 'An invalid field of the request.' },
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'URL of a page that explains the code.' }),
    title: Type.String({ description: 'Summary of the problem, always the same for a code.' }),
    status: Type.Integer({ description: 'The HTTP status code.' }),
    detail: Type.String({ description: 'What went wrong in this request.' }),
    code: Type.String({ description: 'Stable code of the problem. Each response lists the codes it can have.' }),
    former_code: Type.Optional(Type.String({ description: 'The previous code of a renamed problem; absent otherwise.' })),
    remedy: Type.String({ description: 'What to do.' }),
    request_id: Type.String({ description: 'The X-Request-Id of this request; include it in support requests.' }),
    errors: Type.Optional(Type.Array(FieldErrorSchema, { description: 'All invalid fields.' })),
  },
  { additionalProperties: true, description: 'RFC 9457 problem details.' },
);

const content = { 'application/problem+json': { schema: ProblemSchema } };

/** Responses of every operation besides its success. */
export const PROBLEM_ANSWERS = {
  '4xx': { description: 'The request was refused and changed nothing; `code` states why, `remedy` what to do.', content },
  '5xx': { description: 'The service could not process the request; `Retry-After` states when to retry.', content },
};

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457. `code` is the stable name; `type` links to its section of the public documentation. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  remedy: string;
  request_id: string;
  errors?: FieldError<string>[];
  [detail: string]: unknown;
}

/** Fastify's own errors, as codes of this service. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Converts anything thrown to an error of the table; what is not meant for the caller becomes `internal_error`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isStorageFull(error)) return new DomainError('storage_full', { details: { retry_after_seconds: 30 } });
  if (isConflict(error)) return new DomainError('service_busy', { details: { retry_after_seconds: 1 } });
  if (isDatabaseFull(error) || isOutOfTime(error)) return new DomainError('service_busy', { details: { retry_after_seconds: 5 } });
  if (isDatabaseUnavailable(error)) return databaseUnavailable();
  if (!(error instanceof Error)) return new DomainError('internal_error');
  const { code, statusCode, validation, validationContext } = error as FastifyError;
  if (validation) return new DomainError('validation_failed', { fields: toFieldErrors(validation, validationContext === 'querystring') });
  const known = FASTIFY_CODES[code ?? ''];
  if (known) return new DomainError(known);
  // From the file server: forbidden files are reported as missing.
  if (statusCode === 403 || statusCode === 404) return new DomainError('not_found');
  // The caller aborted, or sent a wrong length: Fastify's own message is safe to show.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new DomainError('bad_user_input', { message: error.message });
  return new DomainError('internal_error');
}

/** The response body for `error`. */
export function toProblem(
  error: DomainError,
  publicUrl: string,
  requestId: string,
  said: SaidRefusal = inFull(error.said(inEnglish)),
): Problem {
  const { code } = error;
  const { title, message, remedy, fields } = said;
  return {
    ...error.details,
    type: `${publicUrl}/api-docs#${code}`,
    title,
    status: error.status,
    detail: message,
    code,
    remedy,
    request_id: requestId,
    ...(fields.length > 0 ? { errors: fields } : {}),
  };
}

/** Endpoints that the console calls: people get their language, programs English unless they ask for another. */
const FOR_PEOPLE = ['/api/auth/', '/api/client/', '/api/media', '/api/v1/media/uploads', '/api/graphql'];

/** For the log and the metrics, where nginx reports it by this status too: no response reaches the caller. */
const CALLER_LEFT = 499;

/** Whether the error is only that the connection was closed, which is also what a lost database looks like. */
function hasLeft({ raw }: FastifyRequest, thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return raw.socket?.destroyed && (code === 'ERR_STREAM_PREMATURE_CLOSE' || (code === 'ECONNRESET' && raw.errored === thrown));
}

/** The body of a refusal, and its content type. */
export type RefusalForm = (error: DomainError, said: SaidRefusal, request: FastifyRequest) => { type: string; body: object };

/** Sends anything thrown: as problem details, or in the form of another protocol. */
export function sendProblem(
  services: Services,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form: RefusalForm = (error, said, { id }) => ({ type: PROBLEM_TYPE, body: toProblem(error, services.config.publicUrl, id, said) }),
): FastifyReply | Promise<FastifyReply> {
  if (hasLeft(request, thrown)) return reply.code(CALLER_LEFT).send();
  const error = requestRefusal(thrown, request);
  traceRefusal(services, error, callerOf(request));
  logServiceFault(services, error, thrown, request.log);
  const isForPeople = FOR_PEOPLE.some((path) => request.url.startsWith(path));
  const language = isForPeople ? acceptedLanguage(request.headers['accept-language']) : 'en';
  const send = (said: SaidRefusal): FastifyReply => {
    const { type, body } = form(error, said, request);
    const headers = headersOf(error, services.config.publicUrl, request.id);
    return reply.code(error.status).headers(headers).type(type).serializer(JSON.stringify).send(body);
  };
  if (!isForPeople) return send(inFull(error.said(inEnglish)));
  if (language === 'en') return send(error.said(inEnglish));
  return translateTo(language).then((translate) => send(error.said(translate)));
}

/** Only for programs: the console sends what each route takes. */
const TYPE_REMEDIES: readonly [RegExp, string][] = [
  [
    /^\/api\/v1\/media\/?(?:\?|$)/,
    'Send a picture or subtitles with their own type. Upload a video or a document to /v1/media/uploads, or have it fetched with POST /v1/media/from-url.',
  ],
  [/^\/api\/v1\/media\/uploads\//, 'Send the bytes as application/offset+octet-stream.'],
  [/^\/api\/(?:v1|graphql|mcp)/, 'Send JSON as application/json.'],
];

/** Anything thrown as an error of the table, with the limit of a body and the types that the route has. */
export function requestRefusal(thrown: unknown, { routeOptions, url }: FastifyRequest): DomainError {
  const error = toDomainError(thrown);
  if (error.code === 'unsupported_media_type') {
    const remedy = TYPE_REMEDIES.find(([path]) => path.test(url))?.[1];
    return new DomainError(error.code, { message: error.words, remedy });
  }
  if (error.code !== 'payload_too_large' || thrown === error) return error;
  return new DomainError(error.code, { message: `The body is larger than ${routeOptions.bodyLimit / 1024} KiB.` });
}

function headersOf(error: DomainError, publicUrl: string, requestId: string): Record<string, string> {
  return {
    // Set again here: requests that Fastify refuses before routing have passed no hook.
    'cache-control': 'no-store',
    ...earlyHeaders(publicUrl),
    'x-request-id': requestId,
    ...refusalHeaders(error, publicUrl),
  };
}

/** Headers of the refusal itself: when to retry, and how to get a better credential. */
export function refusalHeaders(error: DomainError, publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const wait = error.details.retry_after_seconds;
  if (error.code === 'idempotency_in_flight') headers['retry-after'] = '1';
  if (typeof wait === 'number') headers['retry-after'] = String(wait);
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;
  if (error.status === 401) {
    const reason = error.code.startsWith('key_') ? ', error="invalid_token"' : '';
    headers['www-authenticate'] = `Bearer ${metadata}${reason}`;
  }
  if (error.code === 'insufficient_scope') {
    headers['www-authenticate'] = `Bearer ${metadata}, error="insufficient_scope", scope="${String(error.details.scope ?? '')}"`;
  }
  return headers;
}
