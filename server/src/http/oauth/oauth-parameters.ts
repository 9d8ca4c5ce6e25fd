import type { FastifyRequest } from 'fastify';
import { OauthError } from '../../access/oauth/oauth-error.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { findUnstorable } from '../engine/json-body.ts';

export type OauthParameters = ReadonlyMap<string, string>;

const BODY_LIMIT_BYTES = 16_384;

/** Form bodies, for the OAuth routes alone: all other routes take JSON. */
export function registerFormBody(app: HttpServer): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (_request, bytes, done) => {
      try {
        done(null, readPairs(new URLSearchParams(utf8.decode(bytes as Buffer))));
      } catch (error) {
        done(error instanceof OauthError ? error : new OauthError('invalid_request', 'The body is not valid UTF-8.'));
      }
    },
  );
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
      throw new OauthError(name === 'resource' ? 'invalid_target' : 'invalid_request', `The parameter ${shown(name)} must not come twice.`);
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
