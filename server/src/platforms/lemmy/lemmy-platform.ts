import { type Sentence, say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, type CommentCall, createConnector, type PublishCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImagesOnce, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Json,
  type JsonObject,
  type Outcome,
  type Platform,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { markdownPicture } from '../text/markup/markdown-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { bearer, pathsOf, readApiVersion, readPerson, readRefusal } from './lemmy-api.ts';
import {
  editOnLemmy,
  findCommentOnLemmy,
  findOnLemmy,
  picturesInText,
  publishedAs,
  readBackFromLemmy,
  readMetricsFromLemmy,
  retractFromLemmy,
} from './read-lemmy-post.ts';

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
  const pictures = below.map(({ id: address, altText }) => markdownPicture({ altText, address }));
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

/** POST /comment. */
async function commentOnLemmy({ payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const json = { content: String(payload.text), post_id: Number(post.providerId) };
  const { body } = await api.send({ url: `${account.server}${pathsOf(account).comment}`, headers: bearer(account), json });
  return publishedAs(at(body, 'comment_view', 'comment'));
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
