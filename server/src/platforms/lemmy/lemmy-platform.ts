import { type Sentence, say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, type CommentCall, createConnector, type FindCall, type PublishCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImagesOnce, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  absentAmong,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { bearer, pathsOf, readApiVersion, readPerson, readRefusal } from './lemmy-api.ts';
import { editOnLemmy, picturesInText, readBackFromLemmy, readMetricsFromLemmy, retractFromLemmy } from './read-lemmy-post.ts';

/**
 * POST /post; the pictures are on the server by then, and shown nowhere yet. A server takes six an hour from one address
 * unless it says otherwise (`local_site_rate_limit`), so none is sent twice.
 */
async function publishToLemmy(call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const uploads = await uploadImagesOnce(call, (image) => uploadToLemmy(call, image));
  await onSending();
  const json = { ...withPictures(withoutImages(payload), uploads), community_id: Number(account.communityId) };
  const { body } = await api.send({ url: `${account.server}${pathsOf(account).post}`, headers: bearer(account), json });
  return publishedAs(at(body, 'post_view', 'post'));
}

/** A post has one address: the link, or the first picture. Other pictures follow the text. */
function withPictures(post: JsonObject, uploads: readonly { id: string; altText: string }[]): JsonObject {
  const [first, ...others] = uploads;
  if (!first) return post;
  const below = post.url === undefined ? others : uploads;
  const pictures = below.map(({ id: url, altText }) => `![${altText.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')}](<${url}>)`);
  return {
    ...post,
    body: [String(post.body), ...pictures].join('\n\n'),
    ...(post.url === undefined && { url: first.id, ...(first.altText && { alt_text: first.altText }) }),
  };
}

/** Its address. pict-rs: `{"msg": "ok", "files": [{"file": "….jpeg"}]}`; version 4 gives the address itself. */
async function uploadToLemmy({ account, api }: PublishCall, { bytes, mimeType, fileName }: OpenImage): Promise<string> {
  const parts = [{ name: 'images[]', bytes, mimeType, fileName }];
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).image}`, headers: bearer(account), parts });
  return textAt(body, 'image_url') ?? `${account.server}/pictrs/image/${requiredText('Lemmy', body, 'files', 0, 'file')}`;
}

const PAGE = 20;
const MOST_PAGES = 5;

/** Searches the account's own posts since the intent, the latest first. */
async function findOnLemmy(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const since = sinceIntent(intent);
  const others: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { posts, next } = await readPosts(call, page, cursor);
    const recent = posts.filter((post) => publishedAt(post) >= since);
    const here = recent.filter((post) => textAt(post, 'community_id') === account.communityId);
    const named = here.filter((post) => textAt(post, 'name') === payload.name);
    const [post] = named.filter((each) => (textAt(each, 'body') ?? '').startsWith(String(payload.body)));
    if (post) return { ...publishedAs(post), kind: 'found' };
    if (named.length > 0) return { kind: 'unsure', message: 'The account has a post with this title since, and another text.' };
    others.push(...here.map((post) => publishedAs(post).providerId));
    if (recent.length < PAGE) return absentAmong(intent, others);
    cursor = next;
  }
  return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
}

/** Version 3 counts pages, version 4 goes by cursors. */
async function readPosts({ account, api }: FindCall, page: number, cursor: string | null): Promise<{ posts: Json[]; next: string | null }> {
  const shared = { person_id: account.personId ?? '', limit: String(PAGE) };
  const query: Record<string, string> =
    account.api === 'v4'
      ? { ...shared, type_: 'posts', ...(cursor && { page_cursor: cursor }) }
      : { ...shared, sort: 'New', page: String(page) };
  const { body } = await api.ask({
    url: `${account.server}${pathsOf(account).postsOf}?${new URLSearchParams(query)}`,
    headers: bearer(account),
  });
  const views = ['items', 'content', 'posts'].flatMap((name) => listAt(body, name));
  return { posts: views.flatMap((view) => at(view, 'post') ?? []), next: textAt(body, 'next_page') };
}

/** POST /comment. */
async function commentOnLemmy({ payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const json = { content: String(payload.text), post_id: Number(post.providerId) };
  const { body } = await api.send({ url: `${account.server}${pathsOf(account).comment}`, headers: bearer(account), json });
  return publishedAs(at(body, 'comment_view', 'comment'));
}

/**
 * GET /comment/list of the post, the latest first. Without `type_` only communities of the account's own view are in it. The
 * server takes tracking parameters out of links, so a comment of the account with other words may be this one.
 */
async function findCommentOnLemmy({ payload, account, post, api }: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const words = account.api === 'v4' ? { type_: 'all', sort: 'new' } : { type_: 'All', sort: 'New' };
  const query = new URLSearchParams({ post_id: post.providerId, ...words, limit: String(PAGE) });
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).comment}/list?${query}`, headers: bearer(account) });
  const views = [...listAt(body, 'comments'), ...listAt(body, 'items')];
  const comments = views.map((view) => at(view, 'comment') ?? null);
  const own = comments.filter((each) => textAt(each, 'creator_id') === account.personId);
  const found = own.find((each) => textAt(each, 'content') === payload.text);
  if (found) return { ...publishedAs(found), kind: 'found' };
  if (own.length > 0) return { kind: 'unsure', message: 'The account has a comment there, with other words.' };
  return comments.length < PAGE ? { kind: 'absent' } : { kind: 'unsure', message: 'The post has too many comments to tell.' };
}

const publishedAt = (post: Json): number => Date.parse(textAt(post, 'published_at') ?? textAt(post, 'published') ?? '');

function publishedAs(post: Json | undefined): Extract<Outcome, { kind: 'published' }> {
  return { kind: 'published', providerId: requiredText('Lemmy', post, 'id'), url: textAt(post, 'ap_id') };
}

/** Signs in once: the session is stored, the password is not. */
async function identifyOnLemmy({ account, api }: Call): Promise<ConnectedAccount> {
  const server = readServerOrigin(account.server ?? '', 'server', 'https://lemmy.world');
  const version = account.api ?? (await readApiVersion(api, server));
  const there: AccountValues = { ...account, server, api: version };
  const jwt = account.jwt ?? (await signIn(there, api));
  const person = await readPerson({ ...there, jwt }, api);
  const { community, communityId } = await findCommunity({ ...there, jwt }, api, person.id);
  const { host } = new URL(server);
  return {
    handle: `@${person.name}@${host} in ${community}`,
    externalId: `${host}/${person.id}#${communityId}`,
    credentials: { server, username: account.username ?? '', community, api: version, jwt, personId: person.id, communityId },
  };
}

const UNCONFIRMED = say`The account cannot sign in yet: its address or its application is not confirmed.`;

/** Our messages for Lemmy's own names of failures. */
const WRONG_SIGN_IN: Record<string, Sentence> = {
  incorrect_login: say`Lemmy does not accept the name and password.`,
  missing_totp_token: say`The account has two-factor authentication: enter the current code too.`,
  incorrect_totp_token: say`Lemmy does not accept the code. Enter the current one.`,
  email_not_verified: UNCONFIRMED,
  registration_application_is_pending: UNCONFIRMED,
};

async function signIn(account: AccountValues, api: Api): Promise<string> {
  const { server, username = '', password, code } = account;
  if (!password) throw new ConnectError(say`Enter the account's password. It is used once and not stored.`);
  // Since 1.0 a session without it ends after a week; before, none ends.
  const json = { username_or_email: username, password, stay_logged_in: true, ...(code && { totp_2fa_token: code }) };
  const { body } = await api.ask({ url: `${server}${pathsOf(account).login}`, json }).catch((error: unknown) => {
    const known = error instanceof ApiFault ? WRONG_SIGN_IN[error.code] : undefined;
    throw known ? new ConnectError(known) : error;
  });
  const jwt = textAt(body, 'jwt');
  if (jwt === null) throw new ConnectError(UNCONFIRMED);
  return jwt;
}

/** Every connection has a session of its own (crates/api, logout: deletes its login token). */
async function endSession({ account, api }: Call): Promise<void> {
  await api.ask({ method: 'POST', url: `${account.server}${pathsOf(account).logout}`, headers: bearer(account), mayBeEmpty: true });
}

async function findCommunity(account: AccountValues, api: Api, personId: string) {
  const community = (account.community ?? '').replace(/^!/, '').trim();
  const url = `${account.server}${pathsOf(account).community}?${new URLSearchParams({ name: community })}`;
  const { body } = await api.ask({ url, headers: bearer(account) }).catch((error: unknown) => {
    const isMissing = error instanceof ApiFault && /^(?:couldnt_find_community|not_found)$/.test(error.code);
    throw isMissing
      ? new ConnectError(
          say`The server knows no community ${community}. Open it there once, or write its server too, as in harbour@lemmy.world.`,
        )
      : error;
  });
  const found = at(body, 'community_view', 'community');
  if (at(found, 'posting_restricted_to_mods') === true && !moderatorsOf(body).includes(personId)) {
    throw new ConnectError(say`Only its moderators may post in ${community}.`);
  }
  return { community, communityId: requiredText('Lemmy', found, 'id') };
}

const moderatorsOf = (body: Json): (string | null)[] => listAt(body, 'moderators').map((each) => textAt(each, 'moderator', 'id'));

const FIELDS: ConnectField[] = [
  {
    name: 'server',
    label: 'Server',
    help: 'The address of the account’s server.',
    placeholder: 'lemmy.world',
    isSecret: false,
  },
  { name: 'username', label: 'User name', help: 'The account’s name there, without the server.', isSecret: false },
  {
    name: 'password',
    label: 'Password',
    help: 'Used once for signing in, and not stored: the session is.',
    isSecret: true,
    isOptional: true,
  },
  {
    name: 'code',
    label: 'Two-factor code',
    help: 'The current code, if the account has two-factor authentication.',
    isSecret: true,
    isOptional: true,
  },
  {
    name: 'community',
    label: 'Community',
    help: 'Where posts are published; with its server if it is on another one.',
    placeholder: 'harbour@lemmy.world',
    isSecret: false,
  },
];

/**
 * One community of Lemmy, by API version 3 of 0.19 and version 4 of 1.0. Askable: the account's own posts are listed
 * from the server's database; Lemmy publishes a repeated request twice. 1.0 has an idempotency key, for two minutes only.
 */
export function createLemmyPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    fields: FIELDS,
    kept: ['jwt', 'api', 'personId', 'communityId'],
    readRefusal,
    identify: identifyOnLemmy,
    build: buildPost,
    publish: publishToLemmy,
    comments: { send: commentOnLemmy, find: findCommentOnLemmy },
    find: findOnLemmy,
    edit: editOnLemmy,
    refusesEdit: picturesInText,
    retract: retractFromLemmy,
    readBack: readBackFromLemmy,
    readMetrics: readMetricsFromLemmy,
    revoke: endSession,
  });
}

function buildPost({ title, parts: [{ sent }] }: PostWords, { link, media }: PostExtras): JsonObject {
  return { name: title ?? '', body: sent, ...(link !== null && { url: storableText(link) }), ...signedImages(media) };
}
