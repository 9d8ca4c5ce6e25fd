import { createHmac } from 'node:crypto';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { listAt, textAt } from '../api/read-json.ts';
import type { AccountValues } from '../read-account.ts';

/** An Admin API key: the id of the integration's key, and a secret in hex. */
export const ADMIN_KEY = /^([0-9a-f]{24}):([0-9a-f]{64})$/i;

const TOKEN_SECONDS = 300;

/** The address of a resource of the Admin API (docs.ghost.org/admin-api), never another one of the site. */
export function adminUrl({ site }: AccountValues, resource: string, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(query).toString();
  return `${site}/ghost/api/admin/${resource}/${parameters && `?${parameters}`}`;
}

/** Token authentication (docs.ghost.org/admin-api): a JWT of five minutes, signed with the decoded secret. */
export function headersOf({ adminKey = '' }: AccountValues): Record<string, string> {
  const [, id = '', secret = ''] = ADMIN_KEY.exec(adminKey) ?? [];
  const now = Math.floor(Date.now() / 1000);
  const signed = [
    { alg: 'HS256', typ: 'JWT', kid: id },
    { iat: now, exp: now + TOKEN_SECONDS, aud: '/admin/' },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed.join('.')).digest('base64url');
  return { authorization: `Ghost ${[...signed, signature].join('.')}`, 'accept-version': 'v5.0' };
}

/** `{"errors": [{"message": "…", "context": "…", "type": "ValidationError"}]}`; the context says what was wrong. */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const [error] = listAt(body, 'errors');
  const message = textAt(error, 'message');
  if (status < 400 || message === null) return null;
  const type = textAt(error, 'type') ?? '';
  return {
    message: [message, textAt(error, 'context')].filter(Boolean).join(' '),
    code: type,
    // The plan of the site allows no more; the key is valid.
    ...(type === 'HostLimitError' && { kind: 'rejected' }),
  };
}
