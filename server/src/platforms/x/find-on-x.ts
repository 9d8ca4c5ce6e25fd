import { listAt, onOneLine, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import { unlessWordless } from '../platform/outcome.ts';
import { type CommentedPost, type Json, type LookupResult, sinceIntent } from '../platform.ts';
import { findThread, postsOf, type Standing } from '../send-thread.ts';

const PAGE = 100;

/** docs.x.com, GET /2/users/{id}/tweets: the account's posts since the intent. */
async function recentOnX(
  base: string,
  { account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>,
): Promise<(Standing & { text: string })[]> {
  const query = new URLSearchParams({
    start_time: new Date(sinceIntent(intent)).toISOString().replace(/\.\d+Z$/, 'Z'),
    max_results: String(PAGE),
    'tweet.fields': 'created_at,entities,note_tweet',
  });
  const { body } = await api.ask({ url: `${base}/2/users/${account.userId}/tweets?${query}`, headers: bearer(account) });
  return listAt(body, 'data').map((post) => {
    const id = requiredText('X', post, 'id');
    return { id, url: postUrl(account.username, id), text: writtenText(post) };
  });
}

/** The id of the last post of a thread, which a reply goes under. Only a thread is looked for: X charges for reading. */
export async function lastOnX(base: string, call: Pick<FindCall, 'account' | 'api'>, post: CommentedPost): Promise<string> {
  const posts = postsOf(post.payload);
  if (posts.length === 1) return post.providerId;
  const recent = await recentOnX(base, { ...call, intent: post.intent });
  return recent.find(({ text }) => text === onOneLine(posts.at(-1)?.text))?.id ?? post.providerId;
}

export async function findOnX(base: string, call: FindCall): Promise<LookupResult> {
  const recent = await recentOnX(base, call);
  const finding = findThread(
    'X',
    postsOf(call.payload).map(({ text }) => recent.find((post) => post.text === onOneLine(text))),
  );
  // X may change the displayed text, so a differing post proves nothing.
  if (finding.kind === 'absent' && recent.length > 0)
    return { kind: 'unsure', message: 'The account has posted since, but not this text.' };
  return unlessWordless(finding, String(postsOf(call.payload)[0]?.text));
}

/** X shortens links, escapes three characters, and ends with the address of media; all of it is undone. */
function writtenText(post: Json): string {
  let text = textAt(post, 'note_tweet', 'text') ?? textAt(post, 'text') ?? '';
  for (const link of [...listAt(post, 'note_tweet', 'entities', 'urls'), ...listAt(post, 'entities', 'urls')]) {
    const shortened = textAt(link, 'url');
    const written = textAt(link, 'media_key') === null ? textAt(link, 'expanded_url') : ' ';
    if (shortened && written) text = text.replaceAll(shortened, written);
  }
  return onOneLine(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

/** The public address of the post. */
export function postUrl(username: string | undefined, id: string): string {
  return `https://x.com/${username ?? 'i'}/status/${id}`;
}
