import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall, PublishCall, ReadBackCall } from '../connector.ts';
import { imagesOf, withoutImages } from '../images/signed-images.ts';
import { bearer } from '../oauth/tokens.ts';
import type { ComparedFields, Json, JsonObject, LookupResult, Outcome, ReadBack } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { GoogleHosts } from './google-business-oauth.ts';

/** The most of one page. */
const PAGE = 100;
const MOST_PAGES = 10;
/** Clocks differ a little. */
const SLACK_MS = 60_000;
const REJECTED = 'REJECTED';

/** accounts.locations.localPosts.create. */
export async function publishLocalPost(
  hosts: GoogleHosts,
  { payload, account, api, onSending, imageAddress }: PublishCall,
): Promise<Outcome> {
  const media: JsonObject[] = [];
  for (const { sha256 } of imagesOf(payload)) media.push({ mediaFormat: 'PHOTO', sourceUrl: await imageAddress(sha256) });
  await onSending();
  const json = { ...withoutImages(payload), ...(media.length > 0 && { media }) };
  const { body } = await api.send({ url: postsUrl(hosts, account), headers: bearer(account), json });
  const providerId = requiredText('Google Business Profile', body, 'name');
  if (textAt(body, 'state') === REJECTED)
    return { kind: 'rejected', ...keepWords(say`Google rejected the post: it breaks the policy for posts of business profiles.`) };
  return { kind: 'published', providerId, url: textAt(body, 'searchUrl') };
}

/** accounts.locations.localPosts.list: the posts since the intent. Their order is not documented. */
export async function findLocalPost(hosts: GoogleHosts, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = Date.parse(intent.createdAt) - SLACK_MS;
  const recent: Json[] = [];
  let pageToken: string | null = null;
  let page = 0;
  do {
    const query = new URLSearchParams({ pageSize: String(PAGE), ...(pageToken && { pageToken }) });
    const { body } = await api.ask({ url: `${postsUrl(hosts, account)}?${query}`, headers: bearer(account) });
    recent.push(...listAt(body, 'localPosts').filter((post) => Date.parse(textAt(post, 'createTime') ?? '') >= since));
    pageToken = textAt(body, 'nextPageToken');
    page += 1;
  } while (pageToken !== null && page < MOST_PAGES);

  const wanted = fieldsOf(payload);
  const same = recent.filter((post) => JSON.stringify(fieldsOf(post)) === JSON.stringify(wanted));
  const [only] = same;
  if (only && same.length === 1)
    return { kind: 'found', providerId: requiredText('Google Business Profile', only, 'name'), url: textAt(only, 'searchUrl') };
  if (only) return { kind: 'unsure', message: `The location has ${same.length} posts with these words since.` };
  if (pageToken !== null) return { kind: 'unsure', message: 'The location has too many posts to tell.' };
  return { kind: 'absent' };
}

/** accounts.locations.localPosts.get; Google may reject a post later, which then is not public. */
export async function readBackLocalPost(hosts: GoogleHosts, { payload, account, api, post }: ReadBackCall): Promise<ReadBack> {
  const { body } = await api.ask({ url: `${hosts.posts}/${post.providerId}`, headers: bearer(account) });
  if (textAt(body, 'state') === REJECTED) return { kind: 'gone', seenBy: 'account' };
  return { kind: 'found', seenBy: 'account', signed: fieldsOf(payload), published: fieldsOf(body) };
}

function fieldsOf(post: Json): ComparedFields {
  const link = textAt(post, 'callToAction', 'url');
  return { text: normalised(at(post, 'summary')), links: (link && URL.parse(link)?.href) ?? '' };
}

const postsUrl = (hosts: GoogleHosts, { accountName, locationName }: AccountValues): string =>
  `${hosts.posts}/${accountName}/${locationName}/localPosts`;

const normalised = (text: Json | undefined): string =>
  String(text ?? '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
