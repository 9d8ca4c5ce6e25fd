import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Json, LookupResult } from '../platform.ts';
import { findThread, postsOf } from '../send-thread.ts';
import { postUrl } from './publish-to-x.ts';

const PAGE = 100;
/** Clocks differ a little. */
const SLACK_MS = 60_000;

/** docs.x.com, GET /2/users/{id}/tweets: the account's posts since the intent. */
export async function findOnX(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const query = new URLSearchParams({
    start_time: new Date(Date.parse(intent.createdAt) - SLACK_MS).toISOString(),
    max_results: String(PAGE),
    'tweet.fields': 'created_at,entities,note_tweet',
  });
  const { body } = await api.ask({ url: `${base}/2/users/${account.userId}/tweets?${query}`, headers: bearer(account) });
  const recent = listAt(body, 'data').map((post) => {
    const id = requiredText('X', post, 'id');
    return { id, url: postUrl(account.username, id), text: writtenText(post) };
  });
  const finding = findThread(
    'X',
    postsOf(payload).map(({ text }) => recent.find((post) => post.text === normalise(String(text)))),
  );
  // X may change the displayed text, so a differing post proves nothing.
  if (finding.kind === 'absent' && recent.length > 0)
    return { kind: 'unsure', message: 'The account has posted since, but not this text.' };
  return finding;
}

/** X shortens links and escapes three characters; both are undone. */
function writtenText(post: Json): string {
  let text = textAt(post, 'note_tweet', 'text') ?? textAt(post, 'text') ?? '';
  for (const link of [...listAt(post, 'note_tweet', 'entities', 'urls'), ...listAt(post, 'entities', 'urls')]) {
    const shortened = textAt(link, 'url');
    const written = textAt(link, 'expanded_url');
    if (shortened && written) text = text.replaceAll(shortened, written);
  }
  return normalise(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

function normalise(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
