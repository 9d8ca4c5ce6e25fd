import { HOUR_MS } from '../../clock.ts';
import { at, figuresAt, listAt, onOneLine, textAt } from '../api/read-json.ts';
import type { CommentCall, FindCall, ReadBackCall } from '../connector.ts';
import {
  absentAmong,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  onlyPost,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { headersOf, type RedditHosts } from './reddit-oauth.ts';

/** A post has up to 40,000 characters, twice, and a response a mebibyte at most. */
const PAGE = 25;
const MOST_PAGES = 20;
/** The most that Reddit lists at once. */
const MOST_COMMENTS = 100;

/** GET /user/{username}/submitted, the newest first: the account's posts in the subreddit since the intent. */
export async function findOnReddit(
  hosts: RedditHosts,
  { payload, account, intent, api }: Pick<FindCall, 'payload' | 'account' | 'intent' | 'api'>,
): Promise<LookupResult> {
  const since = sinceIntent(intent) / 1_000;
  const recent: Json[] = [];
  let after: string | null = null;
  let isWhole = false;
  for (let page = 0; page < MOST_PAGES && !isWhole; page += 1) {
    const query = new URLSearchParams({ sort: 'new', limit: String(PAGE), raw_json: '1', ...(after && { after }) });
    const { body } = await api.ask({ url: `${hosts.api}/user/${account.username}/submitted?${query}`, headers: headersOf(hosts, account) });
    const posts = listAt(body, 'data', 'children').map((child) => at(child, 'data') ?? null);
    const late = posts.filter((post) => Number(at(post, 'created_utc')) >= since);
    recent.push(...late);
    after = textAt(body, 'data', 'after');
    isWhole = after === null || late.length < posts.length;
  }

  const here = recent.filter((post) => textAt(post, 'subreddit')?.toLowerCase() === account.subreddit?.toLowerCase());
  const titled = here.filter((post) => onOneLine(textAt(post, 'title')) === onOneLine(payload.title));
  const same = titled.filter((post) => isSame(post, payload)).map(fullNameOf);
  const found = onlyPost('The account', String(payload.title), same, (id) => ({ providerId: id, url: postUrl(account, id) }));
  if (found) return found;
  if (titled.length > 0) return { kind: 'unsure', message: 'The account has posted this title since, but with another content.' };
  if (isStillPrepared(intent.keys)) return { kind: 'unsure', message: 'Reddit may still prepare the video.' };
  if (!isWhole) return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
  return absentAmong(intent, here.map(fullNameOf));
}

const fullNameOf = (post: Json): string => textAt(post, 'name') ?? `t3_${textAt(post, 'id')}`;

/** Reddit lists a video once it is converted, long after it was sent: until then, its absence proves nothing. */
const PREPARED_WITHIN_MS = HOUR_MS;

const isStillPrepared = ({ sentAt }: JsonObject): boolean =>
  typeof sentAt === 'string' && Date.now() - Date.parse(sentAt) < PREPARED_WITHIN_MS;

function isSame(post: Json, payload: JsonObject): boolean {
  if (payload.kind === 'link') return URL.parse(textAt(post, 'url') ?? '')?.href === URL.parse(String(payload.url))?.href;
  if ((at(post, 'is_video') === true) !== (payload.kind === 'video')) return false;
  const hasPictures = payload.kind !== 'self';
  return onOneLine(textAt(post, 'selftext')) === onOneLine(payload.text) && (at(post, 'is_self') !== true) === hasPictures;
}

/** GET /api/info. */
export async function readBackFromReddit(hosts: RedditHosts, { payload, account, api, post }: ReadBackCall): Promise<ReadBack> {
  const query = new URLSearchParams({ id: post.providerId, raw_json: '1' });
  const { body } = await api.ask({ url: `${hosts.api}/api/info?${query}`, headers: headersOf(hosts, account) });
  const found = at(body, 'data', 'children', 0, 'data');
  if (!found || textAt(found, 'removed_by_category') !== null) return { kind: 'gone', seenBy: 'account' };
  const title = { signed: String(payload.title), published: textAt(found, 'title') ?? '' };
  if (payload.kind === 'link') {
    const links = { signed: String(payload.url), published: textAt(found, 'url') ?? '' };
    return {
      ...{ kind: 'found', seenBy: 'account' },
      signed: { title: title.signed, links: links.signed },
      published: { title: title.published, links: links.published },
    };
  }
  return {
    ...{ kind: 'found', seenBy: 'account' },
    signed: { title: title.signed, text: String(payload.text) },
    published: { title: title.published, text: textAt(found, 'selftext') ?? '' },
  };
}

/** GET /user/{username}/comments, the newest first. */
export async function findCommentOnReddit(
  hosts: RedditHosts,
  { payload, account, post, api }: Omit<CommentCall, 'onSending'>,
): Promise<LookupResult> {
  const query = new URLSearchParams({ sort: 'new', limit: String(MOST_COMMENTS), raw_json: '1' });
  const { body } = await api.ask({ url: `${hosts.api}/user/${account.username}/comments?${query}`, headers: headersOf(hosts, account) });
  const comments = listAt(body, 'data', 'children').map((child) => at(child, 'data') ?? null);
  const found = comments.find(
    (each) => textAt(each, 'link_id') === post.providerId && onOneLine(textAt(each, 'body')) === onOneLine(payload.text),
  );
  if (found) return { kind: 'found', ...commentAt(account, post.providerId, found) };
  // What was removed is left out of a page.
  return textAt(body, 'data', 'after') === null
    ? { kind: 'absent' }
    : { kind: 'unsure', message: 'The account has commented too much since to tell.' };
}

/** A comment of a post: its full name, `t1_…`, and its public address. */
export function commentAt(account: AccountValues, postName: string, comment: Json | undefined): { providerId: string; url: string } {
  const id = textAt(comment, 'name') ?? `t1_${textAt(comment, 'id')}`;
  return { providerId: id, url: `${postUrl(account, postName)}comment/${id.replace(/^t1_/, '')}/` };
}

const COUNTS = { ups: 'likes', num_comments: 'replies', num_crossposts: 'reposts', view_count: 'views', score: null } as const;

/** GET /api/info. Reddit blurs the votes a little, and mostly reports no views. */
export async function readMetricsFromReddit(hosts: RedditHosts, { account, api, post }: ReadBackCall): Promise<readonly Figure[] | null> {
  const query = new URLSearchParams({ id: post.providerId, raw_json: '1' });
  const { body } = await api.ask({ url: `${hosts.api}/api/info?${query}`, headers: headersOf(hosts, account) });
  const found = at(body, 'data', 'children', 0, 'data');
  return found && textAt(found, 'removed_by_category') === null ? figuresAt(found, COUNTS) : null;
}

/** The public address of a post by its full name, `t3_…`. */
export function postUrl({ subreddit }: AccountValues, fullName: string): string {
  return `https://www.reddit.com/r/${subreddit}/comments/${fullName.replace(/^t3_/, '')}/`;
}
