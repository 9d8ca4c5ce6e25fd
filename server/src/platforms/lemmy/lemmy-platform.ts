import { type Sentence, say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type JsonObject, type Platform } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { bearer, pathsOf, readApiVersion, readRefusal } from './lemmy-api.ts';
import { commentOnLemmy, findCommentOnLemmy, findOnLemmy, publishToLemmy, readMetricsFromLemmy } from './publish-to-lemmy.ts';

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

/** Our messages for Lemmy's own names of failures. */
const WRONG_SIGN_IN: Record<string, Sentence> = {
  incorrect_login: say`Lemmy does not accept the name and password.`,
  missing_totp_token: say`The account has two-factor authentication: enter the current code too.`,
  incorrect_totp_token: say`Lemmy does not accept the code. Enter the current one.`,
};

async function signIn(account: AccountValues, api: Api): Promise<string> {
  const { server, username = '', password, code } = account;
  if (!password) throw new ConnectError(say`Enter the account's password. It is used once and not stored.`);
  const json = { username_or_email: username, password, ...(code && { totp_2fa_token: code }) };
  const { body } = await api.ask({ url: `${server}${pathsOf(account).login}`, json }).catch((error: unknown) => {
    const known = error instanceof ApiFault ? WRONG_SIGN_IN[error.code] : undefined;
    throw known ? new ConnectError(known) : error;
  });
  const jwt = textAt(body, 'jwt');
  if (jwt === null) throw new ConnectError(say`The account cannot sign in yet: its address or its application is not confirmed.`);
  return jwt;
}

/** Version 3 answers without the person where the session has ended. */
async function readPerson(account: AccountValues, api: Api): Promise<{ id: string; name: string }> {
  const { body } = await api.ask({ url: `${account.server}${pathsOf(account).me}`, headers: bearer(account) });
  const person = at(body, 'my_user', 'local_user_view', 'person') ?? at(body, 'local_user_view', 'person');
  if (!person) throw new ConnectError(say`Lemmy has ended the session. Connect the account again.`);
  return { id: requiredText('Lemmy', person, 'id'), name: requiredText('Lemmy', person, 'name') };
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
    help: 'The address of the server that the account lives on.',
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
 * from the server's database; Lemmy has no idempotency key, and publishes a repeated request twice.
 */
export function createLemmyPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    fields: FIELDS,
    kept: ['jwt', 'api', 'personId', 'communityId'],
    readRefusal,
    identify: identifyOnLemmy,
    build: buildPost,
    publish: publishToLemmy,
    comments: { send: commentOnLemmy, find: findCommentOnLemmy },
    find: findOnLemmy,
    readMetrics: readMetricsFromLemmy,
  });
}

function buildPost({ title, parts: [{ sent }] }: PostWords, { link, media }: PostExtras): JsonObject {
  return { name: title ?? '', body: sent, ...(link !== null && { url: storableText(link) }), ...signedImages(media) };
}
