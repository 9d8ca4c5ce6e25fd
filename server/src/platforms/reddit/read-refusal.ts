import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, textAt } from '../api/read-json.ts';

/** The errors of POST /api/submit about the account and its place in the subreddit. */
const SHUT_OUT = new Set([
  ...['USER_REQUIRED', 'SUBREDDIT_NOTALLOWED', 'SUBREDDIT_NOEXIST', 'BANNED_FROM_SUBREDDIT', 'SUBREDDIT_REQUIRED'],
  ...['USER_MUTED', 'ACCOUNT_SUSPENDED'],
]);
const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600 };

/**
 * `{"json": {"errors": [["CODE", "…", "field"]]}}` with status 200; otherwise `{"message": "…", "error": 403,
 * "reason": "…"}`. The token endpoint has `{"error": "invalid_grant"}`, with status 200 as well.
 */
export function readRefusal(answer: ApiAnswer): Refusal | null {
  const { status, headers, body } = answer;
  const code = textAt(body, 'json', 'errors', 0, 0);
  if (code !== null) {
    const message = textAt(body, 'json', 'errors', 0, 1) ?? code;
    if (code === 'RATELIMIT') return { kind: 'rate_limited', message, code, retryAfterSeconds: waitOf(answer, message) };
    return { kind: SHUT_OUT.has(code) ? 'unauthorized' : 'rejected', message, code };
  }
  const error = at(body, 'error');
  if (typeof error === 'string' && status < 500)
    return { kind: 'rejected', message: textAt(body, 'error_description') ?? error, code: error };
  const message = textAt(body, 'explanation') ?? textAt(body, 'message');
  if (status < 400 || message === null) return null;
  const reason = textAt(body, 'reason');
  const reset = Number(headers.get('x-ratelimit-reset'));
  return {
    message: reason && reason !== message ? `${message}: ${reason}` : message,
    code: reason ?? String(status),
    ...(status === 404 && { kind: 'rejected' }),
    ...(status === 429 && reset > 0 && { retryAfterSeconds: Math.ceil(reset) }),
  };
}

/** In seconds next to the errors, or in words: "Take a break for 9 minutes before trying again." */
function waitOf({ body }: ApiAnswer, message: string): number | null {
  const seconds = Number(at(body, 'json', 'ratelimit'));
  if (seconds > 0) return Math.ceil(seconds);
  const [, count, unit = ''] = /(\d+) (second|minute|hour)/.exec(message) ?? [];
  // Minutes are rounded down.
  return count === undefined ? null : (Number(count) + (unit === 'second' ? 0 : 1)) * (SECONDS[unit] ?? 60);
}
