import type { OauthClient } from '../../oauth-clients-config.ts';
import { requiredText } from '../api/read-json.ts';
import { createConnector, type PublishCall } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, Outcome, Platform } from '../platform.ts';
import { storableText } from '../storable-text.ts';
import { identifyOnSlack, readRefusal } from './identify-on-slack.ts';
import { createSlackOauth } from './slack-oauth.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'botToken',
    label: 'Bot token',
    help: 'From the app’s page under OAuth & Permissions, with the scope chat:write. It begins with xoxb-.',
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
 * Slack's Web API (docs.slack.dev). Blind: an app could only ask what it has posted by reading along
 * in the channel, which is more than we want to be able to do. Plain fetch: the official library
 * repeats calls by itself.
 */
export function createSlackPlatform(network: NetworkRules, client: OauthClient | undefined, base = 'https://slack.com'): Platform {
  return createConnector({
    network,
    duplicateClass: 'blind',
    provenBy: 'reference stand-in',
    fields: FIELDS,
    kept: ['teamUrl', 'channelName'],
    oauth: createSlackOauth(client, base),
    readRefusal,
    identify: (call) => identifyOnSlack(base, call),
    // Three characters are escaped in any text (docs.slack.dev, formatting message text).
    build: ({ text }) => ({ text: escapeText(storableText(text)), mrkdwn: false }),
    publish: (call) => publish(base, call),
    find: async () => ({ kind: 'unsure', message: 'Slack is not asked: the app may post, but not read.' }),
  });
}

async function publish(base: string, { payload, account, api, onSending }: PublishCall): Promise<Outcome> {
  await onSending();
  const headers = { authorization: `Bearer ${account.botToken}` };
  const json = { ...payload, channel: account.channel ?? '' };
  const { body } = await api.send({ url: `${base}/api/chat.postMessage`, headers, json });
  const timestamp = requiredText('Slack', body, 'ts');
  const teamUrl = (account.teamUrl ?? '').replace(/\/$/, '');
  const url = `${teamUrl}/archives/${account.channel}/p${timestamp.replace('.', '')}`;
  return { kind: 'published', providerId: `${account.channel}/${timestamp}`, url };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
