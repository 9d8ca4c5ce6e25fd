import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, textAt } from '../api/read-json.ts';

/** github.com/VKCOM/vk-api-schema, errors.json. */
const KINDS: Record<string, NonNullable<Refusal['kind']>> = {
  // Part of the work may be done.
  ...{ 1: 'unknown', 10: 'unknown', 13: 'unknown', 36: 'unknown' },
  // Too many a second; too many of the same; the day's limit; a captcha, which VK asks for after many posts.
  ...{ 6: 'rate_limited', 9: 'rate_limited', 29: 'rate_limited', 14: 'rate_limited' },
  // To wait; an advertisement or replies a moment ago; too many actions of the day.
  ...{ 32: 'rate_limited', 219: 'rate_limited', 223: 'rate_limited', 601: 'rate_limited', 1105: 'rate_limited' },
  // A section that is off for the moment; a file that did not arrive or was not saved.
  ...{ 43: 'unavailable', 22: 'unavailable', 105: 'unavailable' },
  // The token, the person, or their place in the community.
  ...{ 5: 'unauthorized', 7: 'unauthorized', 15: 'unauthorized', 17: 'unauthorized', 18: 'unauthorized' },
  ...{ 16: 'unauthorized', 25: 'unauthorized', 37: 'unauthorized', 703: 'unauthorized', 1114: 'unauthorized', 1118: 'unauthorized' },
  ...{ 3609: 'unauthorized', 3610: 'unauthorized', 3611: 'unauthorized' },
  // 204: no access to videos, for instance from an account that was connected before they were sent.
  ...{ 30: 'unauthorized', 203: 'unauthorized', 204: 'unauthorized', 1116: 'unauthorized', 1117: 'unauthorized' },
  // The app: disabled, of a kind that may not post, unknown, at an address that it may not call from, or without the scope.
  ...{ 2: 'service_refused', 20: 'service_refused', 21: 'service_refused', 101: 'service_refused', 1051: 'service_refused' },
  ...{ 11: 'service_refused', 23: 'service_refused', 28: 'service_refused', 38: 'service_refused', 42: 'service_refused' },
};
/** Subcodes of 15, Access denied, that are about the app: the method, or its kind, may not do this. */
const DENIED_TO_APP = new Set(['1133', '1134']);
const CAPTCHA = '14';
const CAPTCHA_SECONDS = 3_600;
/** "Access to adding post denied", also when a wall has had its 50 posts of the day. */
const ADDING_DENIED = '214';
const DAY_SECONDS = 86_400;
/** A method that a community's token may not call. */
const OF_PERSONS = '27';

/** `{"error": {"error_code": 15, "error_msg": "…"}}` with status 200. */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const error = at(body, 'error');
  const code = textAt(error, 'error_code');
  if (code === null) return null;
  const message = textAt(error, 'error_msg') ?? code;
  if (code === ADDING_DENIED)
    return /posts? (a|per) day|50/i.test(message)
      ? { kind: 'rate_limited', message, code, retryAfterSeconds: DAY_SECONDS }
      : { kind: 'unauthorized', message, code };
  // A community's token publishes, and does nothing else with posts (github.com/VKCOM/vk-api-schema, wall/methods.json).
  if (code === OF_PERSONS) return { kind: 'rejected', message: `${message} Connect the account with a person’s token.`, code };
  if (DENIED_TO_APP.has(textAt(error, 'error_subcode') ?? '')) return { kind: 'service_refused', message, code };
  return {
    kind: KINDS[code] ?? (status >= 500 ? 'unknown' : 'rejected'),
    message,
    code,
    ...(code === CAPTCHA && { retryAfterSeconds: CAPTCHA_SECONDS }),
  };
}
