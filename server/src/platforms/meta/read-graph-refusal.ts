import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, textAt } from '../api/read-json.ts';

/** Codes of developers.facebook.com, Graph API, Handle Errors. */
const ACCOUNT_CODES = new Set([3, 10, 102, 190, 463, 467]);
const LIMIT_CODES = new Set([4, 17, 32, 341, 613, 80001, 80002, 80006]);
/** "Service temporarily unavailable" and "API unknown": the work may have been done. */
const UNCLEAR_CODES = new Set([1, 2]);

/** `{"error": {"message": "…", "type": "OAuthException", "code": 190, "is_transient": false}}`, mostly with status 400. */
export function readGraphRefusal({ status, body }: ApiAnswer): Refusal | null {
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_message');
  if (status < 400 || message === null) return null;
  // A wrong secret of the service itself comes under code 1, which stands for anything else; it is asked for by no call that makes a post.
  if (/client secret/i.test(message)) return { message, code: 'bad_client_secret', kind: 'rejected' };
  const code = Number(textAt(body, 'error', 'code') ?? 0);
  const kind = at(body, 'error', 'is_transient') === true ? 'unknown' : kindOf(code);
  return { message, code: String(code), ...(kind && { kind }) };
}

function kindOf(code: number): Refusal['kind'] {
  if (UNCLEAR_CODES.has(code)) return 'unknown';
  if (LIMIT_CODES.has(code)) return 'rate_limited';
  if (ACCOUNT_CODES.has(code) || (code >= 200 && code < 300)) return 'unauthorized';
  return 'rejected';
}
