import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, countAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type ReadBackCall } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Figure, type Platform, type PlatformOauth } from '../platform.ts';
import { buildSlackMessage, editOnSlack, filesOnSlack, publishToSlack } from './publish-to-slack.ts';

/** The errors of chat.postMessage about the app and its membership of the channel (docs.slack.dev). */
const SHUT_OUT = new Set([
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope', 'no_permission'],
  ...['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action', 'org_login_required', 'team_access_not_granted'],
]);
/** Errors after which part of the work may be done. */
const UNCLEAR = new Set(['fatal_error', 'internal_error', 'request_timeout', 'service_unavailable', 'team_added_to_org']);

/** The token's account and channel. */
async function identifyOnSlack(base: string, { account, api }: Pick<Call, 'account' | 'api'>): Promise<ConnectedAccount> {
  const { botToken = '', channel = '' } = account;
  if (!/^[CGD][A-Z0-9]{2,}$/.test(channel)) throw new ConnectError(say`"channel" must be the id of a channel, for instance "C0123456789".`);
  const headers = { authorization: `Bearer ${botToken}` };
  const { body } = await api.ask({ url: `${base}/api/auth.test`, headers, form: {} });
  const channelName = account.channelName ?? (await nameOf(base, { account, api }, headers));
  const teamUrl = requiredText('Slack', body, 'url');
  return {
    handle: `#${channelName ?? channel} in ${textAt(body, 'team') ?? teamUrl}`,
    externalId: `${requiredText('Slack', body, 'team_id')}/${channel}`,
    credentials: { botToken, channel, teamUrl, ...(channelName && { channelName }) },
  };
}

/** The name needs an additional scope; without it the id is used. */
async function nameOf(
  base: string,
  { account, api }: Pick<Call, 'account' | 'api'>,
  headers: Record<string, string>,
): Promise<string | null> {
  try {
    const { body } = await api.ask({ url: `${base}/api/conversations.info`, headers, form: { channel: account.channel ?? '' } });
    return textAt(body, 'channel', 'name');
  } catch (error) {
    if (error instanceof ApiFault && error.code === 'missing_scope') return null;
    throw error;
  }
}

/** `{"ok": false, "error": "…"}`, with status 200 as well; the scope that is missing in `needed`, reasons in `response_metadata`. */
function readRefusal({ body }: ApiAnswer): Refusal | null {
  const code = textAt(body, 'error');
  if (at(body, 'ok') !== false || code === null) return null;
  const details = listAt(body, 'response_metadata', 'messages').filter((each) => typeof each === 'string');
  const needed = textAt(body, 'needed');
  const message = [code, ...(needed ? [`needs ${needed}`] : []), ...details].join(': ');
  return { message, code, kind: kindOf(code) };
}

function kindOf(code: string): NonNullable<Refusal['kind']> {
  if (code === 'ratelimited' || code === 'rate_limited') return 'rate_limited';
  if (UNCLEAR.has(code)) return 'unknown';
  return SHUT_OUT.has(code) ? 'unauthorized' : 'rejected';
}

const FIELDS: ConnectField[] = [
  {
    name: 'botToken',
    label: 'Bot token',
    help: 'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.',
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
 * more access than we want. Plain fetch: the official library retries calls itself.
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
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['teamUrl', 'channelName'],
    oauth: createSlackOauth(outbound, client, base),
    readRefusal,
    identify: (call) => identifyOnSlack(base, call),
    build: buildSlackMessage,
    publish: (call) => publishToSlack(base, call),
    edit: (call) => editOnSlack(base, call),
    refusesEdit: filesOnSlack,
    comments: 'as posts',
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetricsFromSlack(base, call) }),
    find: async () => ({ kind: 'unsure', message: 'Slack cannot be checked: the app may post, but not read.' }),
  });
}

/** docs.slack.dev, installing with OAuth, and oauth.v2.access. */
function createSlackOauth(outbound: Outbound, client: OauthClient | undefined, base: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Slack',
    prefix: 'SLACK',
    client,
    authorizeUrl: `${base}/oauth/v2/authorize`,
    // `incoming-webhook` makes Slack ask the person for the channel; the webhook itself is not stored.
    scope: 'chat:write,files:write,incoming-webhook',
    metricsScope: 'reactions:read',
    readRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri }) {
      const form = { code, redirect_uri: redirectUri, client_id: id, client_secret: secret };
      const { body } = await api.ask({ url: `${base}/api/oauth.v2.access`, form });
      const account = {
        botToken: requiredText('Slack', body, 'access_token'),
        channel: requiredText('Slack', body, 'incoming_webhook', 'channel_id'),
        channelName: (textAt(body, 'incoming_webhook', 'channel') ?? '').replace(/^#/, ''),
      };
      return [await identifyOnSlack(base, { account, api })];
    },
  });
}

/** docs.slack.dev, reactions.get: the field `reactions` is left out where there is none. */
async function readMetricsFromSlack(base: string, { account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const [channel = '', timestamp = ''] = post.providerId.split('/');
  const headers = { authorization: `Bearer ${account.botToken}` };
  const answer = await api
    .ask({ url: `${base}/api/reactions.get`, headers, form: { channel, timestamp, full: 'true' } })
    .catch((error: unknown) => {
      if (error instanceof ApiFault && error.code === 'message_not_found') return null;
      throw error;
    });
  if (!answer) return null;
  const reactions = listAt(answer.body, 'message', 'reactions').reduce<number>((sum, each) => sum + (countAt(each, 'count') ?? 0), 0);
  return [{ name: 'reactions', metric: 'likes', value: reactions }];
}
