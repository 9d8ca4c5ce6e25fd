import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer, FileContent } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type FindCall, type PublishCall } from '../connector.ts';
import { signedImages, uploadImages } from '../images.ts';
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
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo, streamedVideo } from '../videos.ts';
import { CHANNELS, limitsBehind, withNetworkBehind } from './postiz-rules.ts';

const headersOf = ({ apiKey }: AccountValues) => ({ authorization: apiKey ?? '' });

const urlOf = ({ address }: AccountValues, path: string): string => `${address}/public/v1/${path}`;

/** Our id of the post, in the settings that Postiz keeps with it and lists. */
const MARK = 'countersign_id';

/** In all some ten seconds; later the post is asked for. Every look counts against an hourly limit on older versions. */
const PAUSES_MS = [0, 3_000, 6_000];

/** POST /posts with type "now"; files are uploaded by then, and shown nowhere yet. */
async function publishToPostiz(call: PublishCall): Promise<Outcome> {
  const { payload, account, api, intent, onSending } = call;
  const content = htmlOf(String(payload.text));
  const [identifier = '', id = ''] = (account.channelId ?? '').split('/');
  const video = await streamedVideo(call);
  const image = video ? [await upload(call, video)] : await uploadImages(call, (each) => upload(call, each));
  await onSending();
  const settings = { __type: identifier, ...CHANNELS[identifier]?.settings, [MARK]: intent.id };
  const posts = [{ integration: { id }, value: [{ content, image }], settings }];
  const json = { type: 'now', date: new Date().toISOString(), shortLink: false, tags: [], posts };
  const { body } = await api.send({ url: urlOf(account, 'posts'), headers: headersOf(account), json });
  return await reportedOn(call, requiredText('Postiz', body, 0, 'postId'));
}

/**
 * Postiz reads texts as HTML, a paragraph a line, and turns them back into plain text (strip.html.validation.ts). It
 * decodes some entities once too often: a text with those would be published otherwise than it was signed.
 */
function htmlOf(text: string): string {
  if (/&(?:lt|gt|nbsp|quot|#39);/i.test(text)) {
    throw faultWith('rejected', say`Postiz would change the text: it has ${'&lt;'} or the like in it. Write the character itself.`);
  }
  return text
    .split('\n')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
}

type UploadedFile = FileContent & { mimeType: string; fileName: string; altText: string };

/** POST /upload: `{"id": "…", "path": "https://…"}`. */
async function upload({ account, api }: PublishCall, { mimeType, fileName, altText, ...file }: UploadedFile): Promise<JsonObject> {
  const content: FileContent = 'stream' in file ? { stream: file.stream } : { bytes: file.bytes };
  const parts = [{ name: 'file', mimeType, fileName, ...content }];
  const { body } = await api.ask({ url: urlOf(account, 'upload'), headers: headersOf(account), parts });
  const [id, path] = [requiredText('Postiz', body, 'id'), requiredText('Postiz', body, 'path')];
  return { id, path, ...(altText && { alt: altText }) };
}

const FAILED = say`Postiz reports that the post failed, but not whether any of it was published. Check the account.`;
const QUEUED = say`${'Postiz'} still prepares the post.`;

/** Postiz has the post: from here on no outcome may say that nothing was published. */
async function reportedOn(call: PublishCall, id: string): Promise<Outcome> {
  for (const pause of PAUSES_MS) {
    await wait(pause, undefined, { signal: call.signal }).catch(() => {});
    if (call.signal.aborted) break;
    const post = await listPosts(call).then(
      (posts) => posts.find((each) => textAt(each, 'id') === id),
      (error: unknown) => {
        if (error instanceof ApiFault) return undefined;
        throw error;
      },
    );
    const state = textAt(post, 'state');
    if (post && state === 'PUBLISHED') return { kind: 'published', ...publishedAs(post) };
    if (state === 'ERROR') return { kind: 'unknown', ...toStoredMessage(FAILED) };
  }
  return { kind: 'pending', ...toStoredMessage(QUEUED) };
}

/** Postiz rounds the time of a post down to the minute, and clocks differ. */
const SLACK_MS = 5 * 60_000;

/** GET /posts of the time since the intent; a post of type "now" has the time at which it arrived. */
async function listPosts({ account, api, intent }: FindCall): Promise<Json[]> {
  const query = new URLSearchParams({
    startDate: new Date(Date.parse(intent.createdAt) - SLACK_MS).toISOString(),
    endDate: new Date(Date.now() + SLACK_MS).toISOString(),
  });
  const { body } = await api.ask({ url: urlOf(account, `posts?${query}`), headers: headersOf(account) });
  const channelId = account.channelId?.split('/')[1];
  return listAt(body, 'posts').filter((post) => textAt(post, 'integration', 'id') === channelId);
}

/**
 * Our post bears the intent's id. Versions that list no settings show only the text, which Postiz may have changed: then
 * a post with another text may still be ours, and absence is not certain.
 */
async function findOnPostiz(call: FindCall): Promise<LookupResult> {
  const posts = await listPosts(call);
  const content = htmlOf(String(call.payload.text));
  const unmarked = posts.filter((post) => textAt(post, 'settings') === null);
  const ours = posts.find((post) => markOf(post) === call.intent.id) ?? unmarked.find((post) => textAt(post, 'content') === content);
  if (!ours) {
    if (unmarked.length > 0) return { kind: 'unsure', message: 'Postiz has other posts of the channel since.' };
    const others = posts.map((post) => requiredText('Postiz', post, 'id'));
    return absentAmong(call.intent, others);
  }
  const state = textAt(ours, 'state');
  if (state === 'PUBLISHED') return { kind: 'found', ...publishedAs(ours) };
  return { kind: 'unsure', message: String(state === 'ERROR' ? FAILED : QUEUED) };
}

/** Settings are listed as the JSON text that Postiz stores. */
function markOf(post: Json): string | null {
  try {
    return textAt(JSON.parse(textAt(post, 'settings') ?? 'null') as Json, MARK);
  } catch {
    return null;
  }
}

/** The id at Postiz, and the address at the network, where Postiz names one; of several the first. */
function publishedAs(post: Json): { providerId: string; url: string | null } {
  const url = textAt(post, 'releaseURL')?.split(',')[0] ?? null;
  return { providerId: requiredText('Postiz', post, 'id'), url };
}

const FIELDS: ConnectField[] = [
  {
    name: 'address',
    label: 'Address',
    help: 'Of its API: https://api.postiz.com, or NEXT_PUBLIC_BACKEND_URL of your own server.',
    placeholder: 'https://api.postiz.com',
    isSecret: false,
  },
  { name: 'apiKey', label: 'API key', help: 'Shown there under Settings, Developers, Public API.', isSecret: true },
  {
    name: 'channel',
    label: 'Channel',
    help: 'The name or the id of one channel there. Several channels are several connections.',
    isSecret: false,
  },
];

/**
 * A channel of Postiz, by its public API (docs.postiz.com/public-api; gitroomhq/postiz-app). What becomes of a post is
 * Postiz's report. Askable: its posts are listed, each with the id of our intent or else with its text.
 */
export function createPostizPlatform(
  network: NetworkRules,
  outbound: Outbound,
  rulesOf: (platform: string) => NetworkRules | undefined,
): Platform {
  const behind = network.behind === undefined ? undefined : rulesOf(network.behind);
  return createConnector({
    network: behind ? withNetworkBehind(network, behind) : network,
    outbound,
    isServerNamed: true,
    isRelay: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['channelId'],
    readRefusal,
    identify: (call) => identifyOnPostiz(call, rulesOf),
    build: ({ parts: [{ sent }] }: PostWords, { media }: PostExtras): JsonObject => ({
      // Postiz sends no-break spaces as plain ones, so those are what is signed.
      text: sent.replaceAll('\u00a0', ' '),
      ...signedImages(media),
      ...signedVideo(media),
    }),
    publish: publishToPostiz,
    find: findOnPostiz,
  });
}

interface Listed {
  id: string;
  name: string;
  identifier: string;
  isDisabled: boolean;
}

/** GET /integrations: the channels of the key's organisation. */
async function identifyOnPostiz(
  { account, api }: Call,
  rulesOf: (platform: string) => NetworkRules | undefined,
): Promise<ConnectedAccount> {
  const address = readAddress(account.address ?? '');
  const apiKey = account.apiKey ?? '';
  const { body } = await api.ask({ url: `${address}/public/v1/integrations`, headers: headersOf({ apiKey }) });
  const listed = Array.isArray(body) ? body.map(readListed) : [null];
  const channels = listed.filter((each) => each !== null);
  if (channels.length < listed.length) throw new ConnectError(say`There is no ${'Postiz'} at that address. Check how it is written.`);
  const { id, name, identifier, isDisabled } = chosen(channels, account.channelId?.split('/')[1] ?? account.channel ?? '');
  if (isDisabled) throw new ConnectError(say`The channel ${name} is disabled at Postiz. Enable it, or connect it again there.`);
  const channel = CHANNELS[identifier];
  const behind = channel && rulesOf(channel.network);
  if (!behind) {
    throw new ConnectError(
      say`Posts for ${identifier} need settings at Postiz that this service does not send. Choose another channel, or connect the account directly.`,
    );
  }
  const { host } = new URL(address);
  return {
    handle: `${name} on ${behind.label} (${host})`,
    externalId: `${host}/${id}`,
    credentials: { address, apiKey, channel: account.channel ?? name, channelId: `${identifier}/${id}` },
    limits: [{ behind: behind.id }, ...limitsBehind(behind)],
  };
}

function readListed(integration: Json): Listed | null {
  const [id, name, identifier] = [textAt(integration, 'id'), textAt(integration, 'name'), textAt(integration, 'identifier')];
  return id && name && identifier ? { id, name, identifier, isDisabled: at(integration, 'disabled') === true } : null;
}

/** By id, or by name regardless of case. */
function chosen(channels: readonly Listed[], wanted: string): Listed {
  const byId = channels.find(({ id }) => id === wanted.trim());
  const [named, another] = channels.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase());
  const found = byId ?? (another ? undefined : named);
  if (found) return found;
  const names = channels.map(({ id, name, identifier }) => `${name} (${identifier}, ${id})`).join(', ');
  if (another) throw new ConnectError(say`Postiz has several channels of that name. Enter the id of one: ${names}.`);
  throw new ConnectError(say`Postiz has no channel of that name. It has these: ${names || '-'}.`);
}

/** A folder that the API is in, as in https://postiz.example/api. */
const API_PATH = /^(?:\/[\w~-][\w.~-]*)*\/?$/;

function readAddress(value: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `https://${value}`;
  const url = URL.parse(written.replace(/\/public\/v1\/?$/, ''));
  if (!url?.hostname || url.username || url.password || url.search || url.hash || !API_PATH.test(url.pathname)) {
    throw new ConnectError(say`"${'address'}" must be the address of a server, for instance "${'https://api.postiz.com'}".`);
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

/** Its own `{"msg": "…"}`, or Nest's `{"statusCode": 400, "message": "…" or ["…"], "error": "…"}`. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const message = textAt(body, 'msg') ?? textAt(body, 'message') ?? textAt(body, 'message', 0);
  return message === null ? null : { message };
}
