import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { clientForm } from '../oauth/tokens.ts';
import {
  type AccountNames,
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Json,
  type JsonObject,
  type Outcome,
  type Platform,
} from '../platform.ts';
import { slackElements } from '../text/markup/mark-texts.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { fileContent, type StreamedVideo, signedVideo, streamedVideo } from '../videos.ts';
import {
  editOnSlack,
  filesOnSlack,
  isOnSlack,
  placeOf,
  readBackFromSlack,
  readMetricsFromSlack,
  removeFromSlack,
  retractFromSlack,
} from './read-back-from-slack.ts';

/** docs.slack.dev: chat.postMessage, or files.completeUploadExternal, which shares images with their text. */
async function publishToSlack(base: string, call: PublishCall): Promise<Outcome> {
  const video = await streamedVideo(call);
  const fileIds = video
    ? [await uploadToSlack(base, call, video).catch(explainScope)]
    : await uploadImages(call, (image) => uploadToSlack(base, call, image).catch(explainScope));
  if (fileIds.length === 0) return postMessage(base, call);
  await call.onSending();
  return shareFiles(base, call, fileIds);
}

/** Below a message that is gone, Slack makes a reply a message of the channel, and its answer names no thread. */
async function postMessage(base: string, { payload, account, api, replyTo, onSending }: PublishCall): Promise<Outcome> {
  const parent = replyTo?.providerId;
  if (parent !== undefined && !(await isOnSlack(base, { account, api }, parent))) throw hiddenPost();
  await onSending();
  const json = { ...payload, ...(parent !== undefined && { thread_ts: placeOf(parent).timestamp }), channel: account.channel ?? '' };
  const { body } = await api.send({ url: `${base}/api/chat.postMessage`, headers: bearer(account), json });
  const timestamp = requiredText('Slack', body, 'ts');
  if (parent !== undefined && !textAt(body, 'message', 'thread_ts')) {
    const message = `${account.channel}/${timestamp}`;
    // What could not be removed is there: a person looks for it.
    await removeFromSlack(base, { account, api }, message).catch(() => {
      throw faultWith('unknown', say`The network no longer has this post.`);
    });
    throw hiddenPost();
  }
  const teamUrl = (account.teamUrl ?? '').replace(/\/$/, '');
  const url = `${teamUrl}/archives/${account.channel}/p${timestamp.replace('.', '')}`;
  return { kind: 'published', providerId: `${account.channel}/${timestamp}`, url };
}

/** The response names the files, but not the message that shares them. */
async function shareFiles(base: string, { payload, account, api }: PublishCall, fileIds: readonly string[]): Promise<Outcome> {
  const json = { ...withoutImages(payload), channel_id: account.channel ?? '', files: fileIds.map((id) => ({ id })) };
  const { body } = await api.send({ url: `${base}/api/files.completeUploadExternal`, headers: bearer(account), json });
  const first = requiredText('Slack', body, 'files', 0, 'id');
  return { kind: 'published', providerId: `${account.channel}/${first}`, url: textAt(body, 'files', 0, 'permalink') };
}

/** docs.slack.dev, files.getUploadURLExternal: the file is invisible until the upload is completed. */
async function uploadToSlack(base: string, { account, api }: PublishCall, file: OpenImage | StreamedVideo): Promise<string> {
  const { fileName, altText } = file;
  const length = 'stream' in file ? file.stream.byteSize : file.bytes.length;
  const form = { filename: fileName, length: String(length), ...(altText && { alt_txt: altText }) };
  const { body } = await api.ask({ url: `${base}/api/files.getUploadURLExternal`, headers: bearer(account), form });
  const url = readUploadAddress('Slack', requiredText('Slack', body, 'upload_url'));
  await api.ask({ method: 'POST', url, file: fileContent(file), mayBeEmpty: true });
  return requiredText('Slack', body, 'file_id');
}

/** The token is still valid for text only. */
function explainScope(error: unknown): never {
  if (!(error instanceof ApiFault) || error.code !== 'missing_scope') throw error;
  const words = say`The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.`;
  throw new ApiFault({ kind: 'rejected', ...toStoredMessage(words) }, error.code);
}

const bearer = ({ botToken }: PublishCall['account']) => ({ authorization: `Bearer ${botToken}` });

/**
 * The literal text as a block of rich text, in which only elements of their own are links and emoji: a message's `text` turns
 * ":tada:" into an emoji even without mrkdwn, and the comment of a file cannot be marked as plain text (docs.slack.dev,
 * rich_text; files.completeUploadExternal). `text` remains for notifications.
 */
function buildSlackMessage({ parts: [words] }: PostWords, { media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const blocks: JsonObject = words.text.trim() === '' ? {} : { blocks: [{ type: 'rich_text', elements: slackElements(words) }] };
  const { video } = signedVideo(media);
  if (video) return { ...blocks, video };
  return images ? { ...blocks, images } : { text: escapeText(words.text), mrkdwn: false, ...blocks };
}

/** Three characters are escaped in any text (docs.slack.dev, formatting message text). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The errors of chat.postMessage about the app and its membership of the channel (docs.slack.dev). */
const SHUT_OUT = new Set([
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope', 'no_permission'],
  ...['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action', 'org_login_required', 'team_access_not_granted'],
  ...['not_allowed_token_type', 'access_denied', 'accesslimited', 'ekm_access_denied', 'two_factor_setup_required'],
  ...['restricted_action_read_only_channel', 'restricted_action_thread_only_channel', 'posting_to_channel_denied', 'invalid_channel'],
]);
const LIMITS = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded']);
/** Errors after which part of the work may be done. */
const UNCLEAR = new Set(['fatal_error', 'internal_error', 'request_timeout', 'service_unavailable', 'team_added_to_org']);

/** The token's account and channel. */
async function identifyOnSlack(base: string, { account, api }: Pick<Call, 'account' | 'api'>): Promise<ConnectedAccount> {
  const { botToken = '', channel = '', refreshToken } = account;
  if (!/^[CGD][A-Z0-9]{2,}$/.test(channel)) throw new ConnectError(say`"channel" must be the id of a channel, for instance "C0123456789".`);
  const headers = { authorization: `Bearer ${botToken}` };
  const { body } = await api.ask({ url: `${base}/api/auth.test`, headers, form: {} });
  // A connection from before may lack the scopes for it.
  const entered = account.teamUrl ? null : await enterChannel(base, { account, api });
  const channelName = account.channelName || entered;
  const teamUrl = requiredText('Slack', body, 'url');
  return {
    handle: `#${channelName ?? channel} in ${textAt(body, 'team') ?? teamUrl}`,
    externalId: `${requiredText('Slack', body, 'team_id')}/${channel}`,
    credentials: { botToken, channel, teamUrl, ...(channelName && { channelName }), ...(refreshToken && { refreshToken }) },
  };
}

const NOT_A_MEMBER = say`The app is not in the channel. Invite it there with /invite, then connect it again.`;

/**
 * Puts the app into its channel, which a choice of the channel at Slack does not, and returns the name. A private channel it
 * cannot join: there, and with a token that may not join, Slack is asked whether it is a member (conversations.info). A token
 * without a scope for that is believed.
 */
async function enterChannel(base: string, { account, api }: Pick<Call, 'account' | 'api'>): Promise<string | null> {
  const ask = async (method: string, ...passed: string[]): Promise<Json> => {
    const call = { url: `${base}/api/${method}`, headers: bearer(account), form: { channel: account.channel ?? '' } };
    return api.ask(call).then(
      ({ body }) => at(body, 'channel') ?? null,
      (error: unknown) => {
        if (error instanceof ApiFault && passed.includes(error.code)) return null;
        if (error instanceof ApiFault && error.code === 'channel_not_found') throw new ConnectError(NOT_A_MEMBER);
        throw error;
      },
    );
  };
  const channel =
    (await ask('conversations.join', 'missing_scope', 'method_not_supported_for_channel_type')) ??
    (await ask('conversations.info', 'missing_scope'));
  if (at(channel, 'is_member') === false) throw new ConnectError(NOT_A_MEMBER);
  return textAt(channel, 'name');
}

/** `{"ok": false, "error": "…"}`, with status 200 as well; the scope that is missing in `needed`, reasons in `response_metadata`. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error');
  if (at(body, 'ok') !== false || code === null) return null;
  const details = listAt(body, 'response_metadata', 'messages').filter((each) => typeof each === 'string');
  const needed = textAt(body, 'needed');
  const advice = code === 'not_in_channel' ? ['the app is not in the channel: invite it there with /invite'] : [];
  const message = [code, ...(needed ? [`needs ${needed}`] : []), ...advice, ...details].join(': ');
  return { message, code, kind: kindOf(code, status) };
}

function kindOf(code: string, status: number): NonNullable<Refusal['kind']> {
  if (LIMITS.has(code)) return 'rate_limited';
  if (UNCLEAR.has(code)) return 'unknown';
  if (SHUT_OUT.has(code)) return 'unauthorized';
  return status >= 500 ? 'unknown' : 'rejected';
}

const FIELDS: ConnectField[] = [
  {
    name: 'botToken',
    label: 'Bot token',
    help: 'From the app’s page under OAuth & Permissions, with the scopes chat:write, chat:write.public, channels:join, groups:read and, for pictures and videos, files:write. It begins with xoxb-.',
    placeholder: 'xoxb-…',
    isSecret: true,
  },
  {
    name: 'channel',
    label: 'Channel id',
    help: 'At the bottom of the channel’s details. Invite the app to the channel first.',
    placeholder: 'C0123456789',
    isSecret: false,
  },
];

/**
 * Slack's Web API (docs.slack.dev). Blind: finding its own posts would require the app to read the channel, which is
 * more access than we ask for; where a customer's own app has it, published messages are read back. Plain fetch: the official library retries calls itself.
 */
export function createSlackPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://slack.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'blind',
    idFromLink,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['teamUrl', 'channelName', 'refreshToken'],
    ...createSlackOauth(outbound, client, base),
    readRefusal,
    identify: (call) => identifyOnSlack(base, call),
    build: buildSlackMessage,
    publish: (call) => publishToSlack(base, call),
    edit: (call) => editOnSlack(base, call),
    refusesEdit: filesOnSlack,
    retract: (call) => retractFromSlack(base, call),
    readBack: (call) => readBackFromSlack(base, call),
    comments: 'as posts',
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromSlack(base, call) }),
    find: async () => ({ kind: 'unsure', message: 'Slack cannot be checked: the app may post, but not read.' }),
  });
}

/** Of a refresh token that ended; refusals of the registration have codes of their own. */
const GRANT_ENDED = new Set(['invalid_refresh_token', 'token_expired', 'token_revoked', 'account_inactive']);

function readTokenRefusal(answer: ApiAnswer): Refusal | null {
  const refusal = readRefusal(answer);
  return refusal && GRANT_ENDED.has(refusal.code ?? '') ? { ...refusal, code: 'invalid_grant' } : refusal;
}

/** docs.slack.dev, installing with OAuth, oauth.v2.access and token rotation: where an app has that, a token lasts for 12 hours. */
function createSlackOauth(outbound: Outbound, client: OauthClient | undefined, base: string) {
  const { refresh, ...flow } = createRenewableFlow({
    outbound,
    label: 'Slack',
    prefix: 'SLACK',
    client,
    authorizeUrl: `${base}/oauth/v2/authorize`,
    // `incoming-webhook` makes Slack ask the person for the channel; the webhook itself is not stored.
    scope: 'chat:write,chat:write.public,files:write,channels:join,groups:read,incoming-webhook',
    metricsScope: 'reactions:read',
    readRefusal: readTokenRefusal,
    tokenUrl: `${base}/api/oauth.v2.access`,
    request: clientForm,
    identify({ api, account: { accessToken: botToken = '', ...tokens }, body }) {
      const channel = requiredText('Slack', body, 'incoming_webhook', 'channel_id');
      const channelName = (textAt(body, 'incoming_webhook', 'channel') ?? '').replace(/^#/, '');
      return identifyOnSlack(base, { account: { ...tokens, botToken, channel, channelName }, api });
    },
  });
  return {
    ...flow,
    async refresh(call: Call) {
      const { credentials, ...end } = await refresh(call);
      const { accessToken: botToken = '', ...kept } = credentials;
      return { credentials: { ...kept, botToken }, ...end };
    },
  };
}

/** A message's address has its timestamp without the point: `/archives/C024BE91L/p1503435956000247`. */
function idFromLink(link: URL, { externalId }: AccountNames): string | null {
  const [, channel = ''] = externalId.split('/');
  const id = inPathOf(link, 'slack.com', /^\/archives\/(?<id>(?<owner>\w+)\/p\d{16})$/, [channel]);
  return id?.replace(/p(\d{10})(\d{6})$/, '$1.$2') ?? null;
}
