import { ApiFault } from '../api/api-fault.ts';
import { figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, FindCall, ReadBackCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { CommentedPost, ComparedFields, Figure, Json, ReadBack } from '../platform.ts';
import { postsOf } from '../send-thread.ts';
import { linksIn, visibleText } from '../text/visible-text.ts';
import { shownMedia } from '../videos.ts';

/** methods/statuses, delete: the replies of the thread first, so that none outlives its parent. */
export async function retractFromMastodon({ payload, account, post, api }: ReadBackCall): Promise<void> {
  const headers = bearer(account);
  const url = `${account.server}/api/v1/statuses`;
  const context = postsOf(payload).length > 1 ? await api.look({ url: `${url}/${post.providerId}/context`, headers }) : null;
  const replies = repliesBy(account.accountId ?? '', post.providerId, listAt(context?.body, 'descendants'));
  for (const id of [...replies.toReversed().map((each) => textAt(each, 'id') ?? ''), post.providerId]) {
    await api.look({ method: 'DELETE', url: `${url}/${id}`, headers });
  }
}

/**
 * methods/statuses, edit: attachments that are not named are removed, so those of the status are named again.
 */
export async function editOnMastodon({ payload, account, post, api, onSending }: EditCall): Promise<void> {
  const url = `${account.server}/api/v1/statuses/${post.providerId}`;
  const { body } = await api.ask({ url, headers: bearer(account) });
  const mediaIds = listAt(body, 'media_attachments').map((each) => requiredText('Mastodon', each, 'id'));
  await onSending();
  const [status = {}] = postsOf(payload);
  await api.send({ method: 'PUT', url, headers: bearer(account), json: { ...status, content_type: 'text/plain', media_ids: mediaIds } });
}

/** The id of the last post of a thread, which a reply goes under. */
export async function lastOnMastodon({ account, api }: Pick<FindCall, 'account' | 'api'>, post: CommentedPost): Promise<string> {
  if (postsOf(post.payload).length === 1) return post.providerId;
  const { body } = await api.ask({ url: `${account.server}/api/v1/statuses/${post.providerId}/context`, headers: bearer(account) });
  const last = repliesBy(account.accountId ?? '', post.providerId, listAt(body, 'descendants')).at(-1);
  return textAt(last, 'id') ?? post.providerId;
}

/**
 * docs.joinmastodon.org, methods/statuses: a public status and its replies, without signing in where the server
 * allows it. Texts are compared as a reader sees them: of a name on another server only its first part is shown.
 */
export async function readBackFromMastodon(call: ReadBackCall): Promise<ReadBack> {
  const { payload, account, post, api } = call;
  const posts = postsOf(payload);
  const ask = async (headers: Record<string, string>) => {
    const url = `${account.server}/api/v1/statuses/${post.providerId}`;
    const first = await api.look({ url, headers });
    const context = first && posts.length > 1 ? await api.look({ url: `${url}/context`, headers }) : null;
    return first && [first.body, ...repliesBy(account.accountId ?? '', post.providerId, listAt(context?.body, 'descendants'))];
  };
  let seenBy: 'public' | 'account' = 'public';
  const found = await ask({}).catch((error: unknown) => {
    if (!(error instanceof ApiFault) || error.outcome.kind !== 'unauthorized') throw error;
    seenBy = 'account';
    return ask(bearer(account));
  });
  if (!found) return { kind: 'gone', seenBy };

  const media = shownMedia(payload);
  const signed: ComparedFields = {
    ...Object.assign({}, ...posts.map(({ status }, index) => ({ [at(index, 'text')]: asShown(String(status)) }))),
    links: linksOf(String(posts[0]?.status)),
    pictures: String(media.length),
    alt_texts: media.map(({ alt_text: altText = '' }) => altText).join('\n'),
  };
  return { kind: 'found', seenBy, signed, published: publishedFields(found) };
}

/** docs.joinmastodon.org, entities/Status. `quotes_count` is there since Mastodon 4.5. */
export async function readMetricsFromMastodon({ account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const status = await api.look({ url: `${account.server}/api/v1/statuses/${post.providerId}`, headers: bearer(account) });
  return (
    status &&
    figuresAt(status.body, { favourites_count: 'likes', replies_count: 'replies', reblogs_count: 'reposts', quotes_count: 'quotes' })
  );
}

function publishedFields(statuses: readonly Json[]): ComparedFields {
  const texts = statuses.map((status, index) => ({ [at(index, 'text')]: asShown(visibleText(textAt(status, 'content') ?? '')) }));
  const attachments = listAt(statuses[0], 'media_attachments');
  return {
    ...Object.assign({}, ...texts),
    links: linksOf(linksIn(textAt(statuses[0], 'content') ?? '').join('\n'), statuses[0]),
    pictures: String(attachments.length),
    alt_texts: attachments.map((each) => textAt(each, 'description') ?? '').join('\n'),
  };
}

const at = (index: number, field: string): string => (index === 0 ? field : `posts/${index}/${field}`);

const asShown = (text: string): string => text.replaceAll(/(?<=^|[^\w/])@([\w.-]+)@[\w.-]+/g, '@$1');

/** Addresses in a text; links to names and tags have addresses of the server, and are no content of the post. */
function linksOf(text: string, status?: Json): string {
  const own = new Set([...listAt(status, 'mentions'), ...listAt(status, 'tags')].flatMap((each) => textAt(each, 'url') ?? []));
  return (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).filter((url) => !own.has(url)).join('\n');
}

/** The account's own replies in a row, each to the one before. */
function repliesBy(accountId: string, firstId: string, descendants: readonly Json[]): Json[] {
  const replies: Json[] = [];
  for (let parent: string | null = firstId; parent !== null; ) {
    const next: Json | undefined = descendants.find(
      (each) => textAt(each, 'in_reply_to_id') === parent && textAt(each, 'account', 'id') === accountId,
    );
    if (next) replies.push(next);
    parent = next ? textAt(next, 'id') : null;
  }
  return replies;
}
