import { createHash } from 'node:crypto';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import type { ApiAnswer, Part } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, countAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, type FindCall, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  absentAmong,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Figure,
  type Intent,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  onlyPost,
  type Platform,
  type ReadBack,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { fileContent, type StreamedVideo, shownMedia, signedVideo, streamedVideo } from '../videos.ts';
import { discordRefusals } from './discord-rules.ts';

const LONGEST_NONCE = 25;

/** docs.discord.com, resources/message, Create Message; files go along with it (reference, Uploading Files). */
async function publishToDiscord({ base, website }: Place, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  // The files are part of the message: nothing is sent before permission.
  const video = await streamedVideo(call);
  const files = video ? [video] : await uploadImages(call, async (image) => image);
  await onSending();
  const message = { ...withoutImages(payload), nonce: nonceOf(intent), enforce_nonce: true };
  const url = `${base}/channels/${account.channelId}/messages`;
  const headers = headersOf(website, account);
  const { body } = await (files.length > 0
    ? api.send({ url, headers, parts: partsOf(message, files) }).catch(orLacking(faultWith('rejected', NO_FILES)))
    : api.send({ url, headers, json: message }));
  const id = requiredText('Discord', body, 'id');
  return { kind: 'published', providerId: id, url: messageUrl(account, id) };
}

/** Missing Permissions (topics/opcodes-and-status-codes). */
const LACKS_PERMISSION = '50013';

/** A request's own words for a permission that the bot lacks. */
const orLacking = (fault: Error) => (error: unknown) =>
  Promise.reject(error instanceof ApiFault && error.code === LACKS_PERMISSION ? fault : error);

/** Texts may still be posted; where they may not, the next one finds out. */
const NO_FILES = say`Discord refused the files: the bot lacks the permission Attach Files in the channel.`;
const NO_HISTORY = say`The bot lacks the permission Read Message History in the channel. Without it, a message could be sent twice.`;

function partsOf(message: JsonObject, files: readonly (OpenImage | StreamedVideo)[]): Part[] {
  const attachments = files.map(({ fileName, altText }, id) => ({ id, filename: fileName, ...(altText && { description: altText }) }));
  return [
    { name: 'payload_json', value: JSON.stringify({ ...message, attachments }) },
    ...files.map((file, index) => ({ name: `files[${index}]`, ...fileContent(file) })),
  ];
}

/** The same for every attempt of an intent. */
function nonceOf({ id }: Intent): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, LONGEST_NONCE);
}

/** The addresses of Discord and of this service. */
interface Place {
  base: string;
  website: string;
}

const messageUrl = ({ guildId, channelId }: AccountValues, id: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}/${id}`;

/** The form of the User-Agent is prescribed (docs.discord.com, reference, User Agent). */
const headersOf = (website: string, { botToken }: AccountValues) => ({
  authorization: `Bot ${botToken}`,
  'user-agent': `DiscordBot (${website}, 1)`,
});

const FIELDS: ConnectField[] = [
  {
    name: 'botToken',
    label: 'Bot token',
    help: 'From the developer portal, under Bot. Invite the bot to the server first.',
    isSecret: true,
  },
  {
    name: 'channelId',
    label: 'Channel id',
    help: 'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages, Read Message History, Attach Files and Embed Links.',
    placeholder: '1180000000000000000',
    isSecret: false,
  },
];

/** The nonce is remembered for "the past few minutes" (docs.discord.com, resources/message, Create Message). */
const NONCE_SECONDS = 120;
/** Milliseconds since 1970 of the first snowflake. */
const DISCORD_EPOCH = 1_420_070_400_000n;
const PAGE = 100;
/** Clocks differ a little. */
const SLACK_MS = 30_000;

/**
 * A bot in one channel, since webhook messages accept no enforced nonce. Plain fetch: the official libraries queue
 * and retry calls themselves.
 */
export function createDiscordPlatform(
  network: NetworkRules,
  outbound: Outbound,
  website: string,
  base = 'https://discord.com/api/v10',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'idempotent',
    idFromLink: (link, { externalId }) => inPathOf(link, 'discord.com', /^\/channels\/\d+\/(?<owner>\d+)\/(?<id>\d+)$/, [externalId]),
    repeatableForSeconds: NONCE_SECONDS,
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['botId', 'guildId'],
    readRefusal,
    identify: (call) => identify({ base, website }, call),
    // No mentions notify anyone, neither everyone nor a person: that was not approved.
    build: ({ parts: [{ sent }] }, { media }) => ({
      content: sent,
      allowed_mentions: { parse: [] },
      ...signedImages(media),
      ...signedVideo(media),
    }),
    publish: (call) => publishToDiscord({ base, website }, call),
    find: (call) => find({ base, website }, call),
    readBack: (call) => readBackFromDiscord({ base, website }, call),
    readMetrics: (call) => readMetricsFromDiscord({ base, website }, call),
    edit: (call) => editOnDiscord({ base, website }, call),
    retract: (call) => retractFromDiscord({ base, website }, call),
  });
}

async function identify({ base, website }: Place, { account, api }: Call): Promise<ConnectedAccount> {
  if (!/^\d{1,20}$/.test(account.channelId ?? ''))
    throw new ConnectError(say`"channelId" must be a number; turn on Developer Mode to copy it.`);
  const { body: me } = await api.ask({ url: `${base}/users/@me`, headers: headersOf(website, account) });
  const { body: channel } = await api.ask({ url: `${base}/channels/${account.channelId}`, headers: headersOf(website, account) });
  const externalId = requiredText('Discord', channel, 'id');
  if (WITHOUT_MESSAGES.has(Number(at(channel, 'type')))) {
    throw new ConnectError(say`This is a category or a forum, which accepts no messages of its own. Enter the id of a text channel.`);
  }
  const last = textAt(channel, 'last_message_id');
  // A connection from before keeps working: without the permission, only lookups are less certain.
  if (last && !account.botId) {
    const url = `${base}/channels/${externalId}/messages/${last}`;
    await api.look({ url, headers: headersOf(website, account) }).catch(orLacking(new ConnectError(NO_HISTORY)));
  }
  return {
    handle: `#${textAt(channel, 'name') ?? externalId}`,
    externalId,
    credentials: {
      botToken: account.botToken ?? '',
      channelId: externalId,
      botId: requiredText('Discord', me, 'id'),
      guildId: textAt(channel, 'guild_id') ?? '@me',
    },
  };
}

/** Categories, directories, forums and media channels (resources/channel, Channel Types). */
const WITHOUT_MESSAGES = new Set([4, 14, 15, 16]);

/** Discord strips characters "which cause unexpected message formatting" (resources/message, Create Message). */
const visible = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .trim();

/** Searches the bot's messages in the channel since the intent. */
async function find({ base, website }: Place, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const after = (BigInt(Date.parse(intent.createdAt) - SLACK_MS) - DISCORD_EPOCH) << 22n;
  const query = new URLSearchParams({ limit: String(PAGE), after: String(after) });
  const { body } = await api.ask({ url: `${base}/channels/${account.channelId}/messages?${query}`, headers: headersOf(website, account) });
  const messages = listAt(body);
  const ours = messages.filter((message) => textAt(message, 'author', 'id') === account.botId);
  const files = shownMedia(payload).length;
  const mine = ours.filter(
    (message) =>
      visible(textAt(message, 'content') ?? '') === visible(String(payload.content)) && listAt(message, 'attachments').length === files,
  );
  const found = onlyPost('The channel', String(payload.content), mine, (message) => {
    const id = requiredText('Discord', message, 'id');
    return { providerId: id, url: messageUrl(account, id) };
  });
  if (found) return found;
  if (messages.length >= PAGE) return { kind: 'unsure', message: 'Too much was posted in the channel since to tell.' };
  if (messages.length === 0 && (await hasMessageAfter({ base, website }, { account, api }, after))) {
    return { kind: 'unsure', message: 'The bot may not read the channel: it lacks the permission Read Message History.' };
  }
  return absentAmong(
    intent,
    ours.map((message) => requiredText('Discord', message, 'id')),
  );
}

/** Without the permission for it the list of messages is empty, and no error; the channel names its last message anyway. */
async function hasMessageAfter(
  { base, website }: Place,
  { account, api }: Pick<FindCall, 'account' | 'api'>,
  after: bigint,
): Promise<boolean> {
  const { body } = await api.ask({ url: `${base}/channels/${account.channelId}`, headers: headersOf(website, account) });
  const last = textAt(body, 'last_message_id');
  return last !== null && BigInt(last) > after;
}

/**
 * `{"code": 50013, "message": "Missing Permissions"}`; on a limit also `retry_after` in seconds. Under "Invalid Form
 * Body" the reasons are in `errors`, by field: `{"content": {"_errors": [{"message": "Must be 2000 or fewer in
 * length."}]}}`.
 */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const summary = textAt(body, 'message');
  if (status < 400 || summary === null) return null;
  const retryAfter = Number(textAt(body, 'retry_after'));
  return {
    message: [summary, ...reasonsIn(at(body, 'errors'))].join(' '),
    code: textAt(body, 'code') ?? '',
    // The channel was deleted, or is hidden from the bot.
    ...(status === 404 && { kind: 'unauthorized' }),
    ...discordRefusals[textAt(body, 'code') ?? ''],
    ...(retryAfter > 0 && { retryAfterSeconds: Math.ceil(retryAfter) }),
  };
}

function reasonsIn(errors: Json | undefined): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const own = listAt(errors, '_errors').flatMap((error) => textAt(error, 'message') ?? []);
  return [...own, ...Object.entries(errors).flatMap(([field, inner]) => (field === '_errors' ? [] : reasonsIn(inner)))];
}

/** docs.discord.com, resources/message, Get Channel Message: by the bot, since channels have no public page. */
async function readBackFromDiscord({ base, website }: Place, call: ReadBackCall): Promise<ReadBack> {
  const { payload, account, post, api } = call;
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  const answer = await api.look({ url, headers: headersOf(website, account) });
  if (!answer) return { kind: 'gone', seenBy: 'account' };
  const media = shownMedia(payload);
  const attachments = listAt(answer.body, 'attachments');
  return {
    kind: 'found',
    seenBy: 'account',
    signed: {
      text: String(payload.content),
      pictures: String(media.length),
      alt_texts: media.map(({ alt_text: altText = '' }) => altText).join('\n'),
    },
    published: {
      text: textAt(answer.body, 'content') ?? '',
      pictures: String(attachments.length),
      alt_texts: attachments.map((each) => textAt(each, 'description') ?? '').join('\n'),
    },
  };
}

/** docs.discord.com, resources/message, Edit Message: files that are not named stay. */
async function editOnDiscord({ base, website }: Place, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  const { content = '', allowed_mentions: mentions = {} } = payload;
  await api.send({ method: 'PATCH', url, headers: headersOf(website, account), json: { content, allowed_mentions: mentions } });
}

/** docs.discord.com, resources/message, Delete Message: a bot may always delete its own. */
async function retractFromDiscord({ base, website }: Place, { account, post, api }: ReadBackCall): Promise<void> {
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  await api.look({ method: 'DELETE', url, headers: headersOf(website, account), mayBeEmpty: true });
}

/** docs.discord.com, resources/message: the field `reactions` is left out where there is none. */
async function readMetricsFromDiscord({ base, website }: Place, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  const answer = await api.look({ url, headers: headersOf(website, account) });
  if (!answer) return null;
  const reactions = listAt(answer.body, 'reactions').reduce<number>((sum, each) => sum + (countAt(each, 'count') ?? 0), 0);
  return [{ name: 'reactions', metric: 'likes', value: reactions }];
}
