import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, Platform } from '../platform.ts';
import { buildSlackMessage } from './build-slack-message.ts';
import { identifyOnSlack, readRefusal } from './identify-on-slack.ts';
import { publishToSlack } from './publish-to-slack.ts';
import { createSlackOauth } from './slack-oauth.ts';

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
    fields: FIELDS,
    kept: ['teamUrl', 'channelName'],
    oauth: createSlackOauth(outbound, client, base),
    readRefusal,
    identify: (call) => identifyOnSlack(base, call),
    build: buildSlackMessage,
    publish: (call) => publishToSlack(base, call),
    find: async () => ({ kind: 'unsure', message: 'Slack cannot be checked: the app may post, but not read.' }),
  });
}
