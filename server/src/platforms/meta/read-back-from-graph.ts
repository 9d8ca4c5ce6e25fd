import { textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import type { ReadBack } from '../platform.ts';

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
