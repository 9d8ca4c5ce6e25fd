import { say } from '../../languages/sentence.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, countAt, listAt, textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import type { Figure, Json, Metric, ReadBack } from '../platform.ts';

/** Codes of developers.facebook.com, Graph API, Handle Errors. */
const ACCOUNT_CODES = new Set([3, 10, 102, 190, 463, 467]);
const LIMIT_CODES = new Set([4, 17, 32, 341, 613, 80001, 80002, 80006]);
/** "Service temporarily unavailable" and "API unknown": the work may have been done. */
const UNCLEAR_CODES = new Set([1, 2]);

/**
 * Subcodes whose remedy differs from that of their code (developers.facebook.com, Instagram Platform, Error Codes; for Threads as
 * reported in github.com/fbsamples/threads_api issue 70, and the names of Threads API, Troubleshooting). A container that is not
 * ready is published once it is.
 */
const SUBCODES: Readonly<Record<string, Pick<Refusal, 'kind' | 'retryAfterSeconds'>>> = {
  // Threads: the container is not known yet. Instagram: it is not ready; publishing it failed for now.
  4279009: { kind: 'unavailable', retryAfterSeconds: 30 },
  2207027: { kind: 'unavailable', retryAfterSeconds: 30 },
  2207008: { kind: 'unavailable', retryAfterSeconds: 60 },
  // The media could not be fetched, in time or at all, or be prepared; another container may be ready.
  2207003: { kind: 'unavailable', retryAfterSeconds: 60 },
  2207032: { kind: 'unavailable', retryAfterSeconds: 60 },
  2207052: { kind: 'unavailable', retryAfterSeconds: 60 },
  2207053: { kind: 'unavailable', retryAfterSeconds: 60 },
  FAILED_DOWNLOADING_VIDEO: { kind: 'unavailable', retryAfterSeconds: 60 },
  UNKNOWN: { kind: 'unavailable', retryAfterSeconds: 60 },
  // The container has expired.
  2207020: { kind: 'unavailable', retryAfterSeconds: 60 },
  2207001: { kind: 'unknown' },
  // Facebook, code 6001: a stretch of a video is to be uploaded again (github.com/facebookarchive/php-graph-sdk issue 821).
  1363037: { kind: 'unavailable', retryAfterSeconds: 30 },
  // The account has posted as often as it may today.
  2207042: { kind: 'rate_limited', retryAfterSeconds: 3_600 },
  // The account is restricted until its owner has signed in to the app.
  2207050: { kind: 'unauthorized' },
  // Suspected to be spam, though under a code of rate limits: not to be tried again.
  2207051: { kind: 'rejected' },
};

/** A container's reason for its failure: Instagram's ends with "error code 2207053", that of Threads is a name. */
export function containerFault(label: string, reason: string): ApiFault {
  const { kind = 'rejected', retryAfterSeconds } = SUBCODES[/\d{7}/.exec(reason)?.[0] ?? reason] ?? {};
  return faultWith(kind, say`${label} says of the container: ${reason}.`, retryAfterSeconds);
}

/** The code of a stretch of a video that is to be uploaded again, for instance since Facebook has another one already. */
export const GRAPH_UPLOAD_AGAIN = '6001';

/** An object that does not exist, or that this token may not see or delete (code 100 alone is any wrong parameter). */
export const GRAPH_MISSING = '100/33';

/** `{"error": {"message": "…", "type": "OAuthException", "code": 190, "error_subcode": 463}}`, mostly with status 400. */
export function readGraphRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const reason = textAt(body, 'error', 'message') ?? textAt(body, 'error_message');
  if (status < 400 || reason === null) return null;
  // A separate message says what a person can do about it.
  const advice = textAt(body, 'error', 'error_user_msg');
  const message = advice && advice !== reason ? `${reason} ${advice}` : reason;
  // A wrong app secret comes under code 1, which also covers any other error; calls that publish never send it.
  if (/client secret/i.test(message)) return { message, code: 'bad_client_secret', kind: 'rejected' };
  const code = Number(textAt(body, 'error', 'code') ?? 0);
  const subcode = textAt(body, 'error', 'error_subcode') ?? '';
  if (code === INVALID && subcode === '33') return { message, code: GRAPH_MISSING, kind: 'rejected' };
  const known = SUBCODES[subcode];
  if (known) return { message, code: String(code), ...known };
  const byCode = kindOf(code, status);
  // Limits are transient too, and apply before the work is done.
  const kind = at(body, 'error', 'is_transient') === true && byCode !== 'rate_limited' ? 'unknown' : byCode;
  const retryAfterSeconds = kind === 'rate_limited' ? regainedAfter(headers) : null;
  return { message, code: String(code), ...(kind && { kind }), ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** Graph API, Rate Limits: `{"<id>": [{"estimated_time_to_regain_access": 19}]}`, in minutes. */
function regainedAfter(headers: Headers): number | null {
  try {
    const usage = Object.values(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}') as Record<string, Json>);
    const minutes = usage.flatMap((of) => listAt(of)).map((each) => Number(textAt(each, 'estimated_time_to_regain_access') ?? 0));
    return Math.max(0, ...minutes.filter(Number.isFinite)) * 60 || null;
  } catch {
    return null;
  }
}

/** A wrong parameter. */
const INVALID = 100;

function kindOf(code: number, status: number): Refusal['kind'] {
  if (UNCLEAR_CODES.has(code)) return 'unknown';
  if (LIMIT_CODES.has(code)) return 'rate_limited';
  if (ACCOUNT_CODES.has(code) || (code >= 200 && code < 300)) return 'unauthorized';
  // What else fails with a status of the server may have been done.
  return status >= 500 && code !== INVALID ? 'unknown' : 'rejected';
}

/**
 * The text of a published object by the account's own token; Graph shows nothing to strangers. Graph answers a
 * missing object like one that may not be read (code 100, subcode 33), so a deleted post is unreadable here.
 */
export async function readBackFromGraph(base: string, field: string, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const query = new URLSearchParams({ fields: field, access_token: account.accessToken ?? '' });
  const answer = await api.look({ url: `${base}/${post.providerId}?${query}` });
  if (!answer) return { kind: 'gone', seenBy: 'account' };
  const signed = { text: String(payload[field]) };
  return { kind: 'found', seenBy: 'account', signed, published: { text: textAt(answer.body, field) ?? '' } };
}

/**
 * Graph API, Insights, by metric: `values` of one period, or `total_value`. They need a permission of their own;
 * where the app or the account does not have it, they were not reported. One metric that a kind of post does not have
 * refuses all of them, so then each is asked for by itself.
 */
export async function readInsights(
  base: string,
  metrics: Readonly<Record<string, Metric | null>>,
  { account, post, api }: ReadBackCall,
  extra: Record<string, string> = {},
): Promise<Figure[]> {
  const ask = async (names: readonly string[]): Promise<Json[]> => {
    const query = new URLSearchParams({ metric: names.join(','), ...extra, access_token: account.accessToken ?? '' });
    try {
      return listAt((await api.ask({ url: `${base}/${post.providerId}/insights?${query}` })).body, 'data');
    } catch (error) {
      const kind = error instanceof ApiFault ? error.outcome.kind : null;
      if (kind === 'unauthorized' || (kind === 'rejected' && names.length === 1)) return [];
      if (kind !== 'rejected') throw error;
      const single: Json[] = [];
      for (const name of names) single.push(...(await ask([name])));
      return single;
    }
  };
  const reported = new Map((await ask(Object.keys(metrics))).map((one) => [textAt(one, 'name'), one]));
  return Object.entries(metrics).map(([name, metric]) => {
    const one = reported.get(name);
    return { name, metric, value: countAt(one, 'total_value', 'value') ?? countAt(one, 'values', 0, 'value') };
  });
}
