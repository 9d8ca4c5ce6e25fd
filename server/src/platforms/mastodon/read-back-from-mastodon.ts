import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { ApiFault, RemnantFault } from '../api/api-fault.ts';
import { at, figuresAt, listAt, onOneLine, requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, FindCall, ReadBackCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { CommentedPost, ComparedFields, Figure, Json, JsonObject, ReadBack } from '../platform.ts';
import { postsOf } from '../send-thread.ts';
import { linksIn, visibleText } from '../text/visible-text.ts';
import { shownMedia } from '../videos.ts';

/**
 * methods/statuses, delete: the replies of the thread first, so none outlives its parent. Without their ids only those with its
 * words: another reply of the account is not what was signed to be removed. Without `delete_media` its files stay for a day.
 */
export async function retractFromMastodon(call: ReadBackCall): Promise<void> {
  const { payload, account, api } = call;
  const count = postsOf(payload).length;
  const { ids, isWhole } = storedIn(call) ?? (await recognisedIn(call));
  for (const id of ids.toReversed()) {
    await api.look({ method: 'DELETE', url: `${account.server}/api/v1/statuses/${id}?delete_media=true`, headers: bearer(account) });
  }
  if (isWhole) return;
  const words = say`${ids.length} of ${count} posts of the thread were removed. The others were not recognised and may still be there. Look for them, and remove them by hand.`;
  throw new RemnantFault({ kind: 'rejected', ...toStoredMessage(words) });
}

/** What there is of a thread, from the first post on. */
interface Thread {
  ids: string[];
  /** Nothing else of it can be there. */
  isWhole: boolean;
}

/** The ids that were stored when the thread was sent; null for one that was found by a lookup, or sent before they were stored. */
function storedIn({ payload, intent }: ReadBackCall): Thread | null {
  const { statusIds } = intent.keys;
  if (!Array.isArray(statusIds) || statusIds.length !== postsOf(payload).length) return null;
  return { ids: statusIds.map(String), isWhole: true };
}

async function recognisedIn({ payload, account, post, api }: ReadBackCall): Promise<Thread> {
  const { replies, own } = await readReplies({ account, api }, post.providerId, payload, { isExact: true });
  const ids = [post.providerId, ...replies.map((each) => requiredText('Mastodon', each, 'id'))];
  // A call before this one may have removed the last ones: then nothing is below the last that is left.
  const isCut = own === null || own.some((each) => textAt(each, 'in_reply_to_id') === ids.at(-1));
  return { ids, isWhole: ids.length === postsOf(payload).length || !isCut };
}

/**
 * methods/statuses, edit: attachments that are not named are removed, and so are a content warning and the mark of sensitive
 * media, so those of the status are named again.
 */
export async function editOnMastodon({ payload, account, post, api, onSending }: EditCall): Promise<void> {
  const url = `${account.server}/api/v1/statuses/${post.providerId}`;
  const { body } = await api.ask({ url, headers: bearer(account) });
  const mediaIds = listAt(body, 'media_attachments').map((each) => requiredText('Mastodon', each, 'id'));
  const kept = { media_ids: mediaIds, sensitive: at(body, 'sensitive') === true, spoiler_text: textAt(body, 'spoiler_text') ?? '' };
  await onSending();
  const [status = {}] = postsOf(payload);
  await api.send({ method: 'PUT', url, headers: bearer(account), json: { ...status, content_type: 'text/plain', ...kept } });
}

/** The id of the last post of a thread, which a reply goes under. */
export async function lastOnMastodon({ account, api }: Pick<FindCall, 'account' | 'api'>, post: CommentedPost): Promise<string> {
  const { replies } = await readReplies({ account, api }, post.providerId, post.payload);
  return textAt(replies.at(-1), 'id') ?? post.providerId;
}

/**
 * The further posts of a thread; `own` has all of the account's replies below it, and is null if it is not there. First without signing
 * in: then Mastodon names 60 replies at most, the account's own before others, and to an account that is signed in up to 4,096.
 */
async function readReplies(
  { account, api }: Pick<FindCall, 'account' | 'api'>,
  firstId: string,
  payload: JsonObject,
  { isExact = false } = {},
): Promise<{ replies: Json[]; own: Json[] | null }> {
  const count = postsOf(payload).length - 1;
  if (count === 0) return { replies: [], own: [] };
  const url = `${account.server}/api/v1/statuses/${firstId}/context`;
  const accountId = account.accountId ?? '';
  const ask = async (headers: Record<string, string>) => {
    const context = await api.look({ url, headers });
    const descendants = listAt(context?.body, 'descendants');
    return {
      replies: repliesOf(payload, { accountId, firstId, isExact }, descendants),
      own: context && descendants.filter((each) => textAt(each, 'account', 'id') === accountId),
    };
  };
  const shown = await ask({}).catch(asHidden);
  return shown && shown.replies.length >= count ? shown : ask(bearer(account));
}

/** A server may show statuses to its members only. */
function asHidden(error: unknown): null {
  if (error instanceof ApiFault && error.outcome.kind === 'unauthorized') return null;
  throw error;
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
    return (
      first && [
        first.body,
        ...repliesOf(payload, { accountId: account.accountId ?? '', firstId: post.providerId }, listAt(context?.body, 'descendants')),
      ]
    );
  };
  // To a visitor a status for followers only does not exist.
  const shown = await ask({}).catch(asHidden);
  const seenBy = shown ? 'public' : 'account';
  const found = shown ?? (await ask(bearer(account)));
  if (!found) return { kind: 'gone', seenBy };

  const media = shownMedia(payload);
  const signed: ComparedFields = {
    ...Object.assign({}, ...posts.map(({ status }, index) => ({ [fieldOf(index, 'text')]: asShown(String(status)) }))),
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
  const texts = statuses.map((status, index) => ({ [fieldOf(index, 'text')]: asShown(visibleText(textAt(status, 'content') ?? '')) }));
  const attachments = listAt(statuses[0], 'media_attachments');
  return {
    ...Object.assign({}, ...texts),
    links: linksOf(linksIn(textAt(statuses[0], 'content') ?? '').join('\n'), statuses[0]),
    pictures: String(attachments.length),
    alt_texts: attachments.map((each) => textAt(each, 'description') ?? '').join('\n'),
  };
}

const fieldOf = (index: number, field: string): string => (index === 0 ? field : `posts/${index}/${field}`);

const asShown = (text: string): string => text.replaceAll(/(?<=^|[^\w/])@([\w.-]+)@[\w.-]+/g, '@$1');

/** Addresses in a text; links to names and tags have addresses of the server, and are no content of the post. */
function linksOf(text: string, status?: Json): string {
  const own = new Set([...listAt(status, 'mentions'), ...listAt(status, 'tags')].flatMap((each) => textAt(each, 'url') ?? []));
  return (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).filter((url) => !own.has(url)).join('\n');
}

/**
 * The further posts of a thread among the replies, each the account's own to the one before: the one with its words, or else
 * the first, whose words may have been changed there, unless `isExact`. What the account replied later is no part of the thread.
 */
function repliesOf(
  payload: JsonObject,
  { accountId, firstId, isExact = false }: { accountId: string; firstId: string; isExact?: boolean },
  descendants: readonly Json[],
): Json[] {
  const replies: Json[] = [];
  const own = descendants
    .filter((each) => textAt(each, 'account', 'id') === accountId)
    .toSorted((one, other) => Date.parse(textAt(one, 'created_at') ?? '') - Date.parse(textAt(other, 'created_at') ?? ''));
  const [, ...further] = postsOf(payload);
  let parent: string | null = firstId;
  for (const { status } of further) {
    const answers = own.filter((each) => textAt(each, 'in_reply_to_id') === parent);
    const exact: Json | undefined = answers.find((each) => wordsOf(each) === onOneLine(asShown(String(status))));
    const part: Json | undefined = exact ?? (isExact ? undefined : answers[0]);
    if (part === undefined) break;
    replies.push(part);
    parent = textAt(part, 'id');
  }
  return replies;
}

const wordsOf = (status: Json): string => onOneLine(asShown(visibleText(textAt(status, 'content') ?? '')));
