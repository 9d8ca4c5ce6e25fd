import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';

/** Subcodes with status 403 that are about today, not about the account (api.md, Errors and Error Subcodes). */
const DAILY_LIMITS = ['8004', '8011', '8022', '8023'];
/** Another video of the blog is still being transcoded. */
const TRANSCODING = '8010';
const TRANSCODED_SECONDS = 300;
/** Daily limits are per calendar day of Tumblr's clock; asked for again within the day. */
const TRY_AGAIN_SECONDS = 3_600;

/** `{"meta": {"status": 400, "msg": "Bad Request"}, "errors": [{"title": "…", "code": 8001}]}`; or the errors of OAuth. */
export function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const reason = textAt(body, 'errors', 0, 'detail') ?? textAt(body, 'errors', 0, 'title');
  const message = reason ?? textAt(body, 'error_description') ?? textAt(body, 'error') ?? textAt(body, 'meta', 'msg');
  if (status < 400 || message === null) return null;
  const code = textAt(body, 'errors', 0, 'code') ?? textAt(body, 'error') ?? '';
  if (code === TRANSCODING) return { kind: 'rate_limited', message, code, retryAfterSeconds: TRANSCODED_SECONDS };
  if (DAILY_LIMITS.includes(code)) return { kind: 'rate_limited', message, code, retryAfterSeconds: TRY_AGAIN_SECONDS };
  const reset = status === 429 ? resetOf(headers) : 0;
  return {
    message,
    code,
    // The blog was deleted, or is no longer the account's.
    ...(status === 404 && { kind: 'unauthorized' }),
    // With a subcode of posting it is about this post.
    ...(status === 403 && /^8\d{3}$/.test(code) && { kind: 'rejected' }),
    ...(reset > 0 && { retryAfterSeconds: reset }),
  };
}

/** Seconds until the exhausted limit of the app is lifted. */
function resetOf(headers: ApiAnswer['headers']): number {
  const exhausted = ['perhour', 'perday'].filter((period) => headers.get(`x-ratelimit-${period}-remaining`) === '0');
  return Math.max(0, ...exhausted.map((period) => Number(headers.get(`x-ratelimit-${period}-reset`) ?? 0) || 0));
}
