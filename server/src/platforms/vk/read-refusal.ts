import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, textAt } from '../api/read-json.ts';

/** github.com/VKCOM/vk-api-schema, errors.json. */
const KINDS: Record<string, NonNullable<Refusal['kind']>> = {
  // Part of the work may be done.
  ...{ 1: 'unknown', 10: 'unknown', 13: 'unknown', 36: 'unknown' },
  // Too many a second; too many of the same; the day's limit; a captcha, which VK asks for after many posts.
  ...{ 6: 'rate_limited', 9: 'rate_limited', 29: 'rate_limited', 14: 'rate_limited' },
  // The token, the person, or their place in the community.
  ...{ 5: 'unauthorized', 7: 'unauthorized', 15: 'unauthorized', 17: 'unauthorized', 18: 'unauthorized', 27: 'unauthorized' },
  // 204: no access to videos, for instance from an account that was connected before they were sent.
  ...{ 28: 'unauthorized', 30: 'unauthorized', 203: 'unauthorized', 204: 'unauthorized', 1116: 'unauthorized', 1117: 'unauthorized' },
  // The app: disabled, of a kind that may not post, unknown, or without the scope.
  ...{ 2: 'service_refused', 20: 'service_refused', 21: 'service_refused', 101: 'service_refused', 1051: 'service_refused' },
};
const CAPTCHA = '14';
const CAPTCHA_SECONDS = 3_600;
/** "Access to adding post denied", also when a wall has had its 50 posts of the day. */
const ADDING_DENIED = '214';
const DAY_SECONDS = 86_400;

/** `{"error": {"error_code": 15, "error_msg": "…"}}` with status 200; VK ID uses OAuth's format, with status 200 as well. */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const error = at(body, 'error');
  if (typeof error === 'string')
    return status < 500 ? { kind: 'rejected', message: textAt(body, 'error_description') ?? error, code: error } : null;
  const code = textAt(error, 'error_code');
  if (code === null) return null;
  const message = textAt(error, 'error_msg') ?? code;
  if (code === ADDING_DENIED)
    return /posts? (a|per) day|50/i.test(message)
      ? { kind: 'rate_limited', message, code, retryAfterSeconds: DAY_SECONDS }
      : { kind: 'unauthorized', message, code };
  return { kind: KINDS[code] ?? 'rejected', message, code, ...(code === CAPTCHA && { retryAfterSeconds: CAPTCHA_SECONDS }) };
}
