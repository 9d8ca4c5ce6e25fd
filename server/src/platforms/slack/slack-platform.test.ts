import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describePlatform } from '../platform-contract.ts';
import { slackRules } from '../rules/slack.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { createSlackStandIn, SLACK_CHANNEL, SLACK_TOKEN } from '../testing/slack-stand-in.ts';
import { type StandIn, startStandIn } from '../testing/stand-in.ts';
import { createSlackPlatform } from './slack-platform.ts';

// Follows docs.slack.dev: chat.postMessage, auth.test, oauth.v2.access.
const network = createSlackStandIn();
const entered = { botToken: SLACK_TOKEN, channel: SLACK_CHANNEL };
const client = { id: 'slack-client', secret: 'slack-client-secret' };
let standIn: StandIn;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => [...network.texts];

beforeAll(async () => {
  standIn = await startStandIn(network, SLACK_TOKEN);
  platform = createSlackPlatform(slackRules, client, standIn.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => standIn.stop());

describePlatform('Slack', async () => ({ platform, entered, credentials, listTexts }));

describeConnector('Slack', () => ({
  platform,
  credentials,
  standIn,
  isPublishing: network.isPublishing,
  secret: SLACK_TOKEN,
  listTexts,
  sentContent(body) {
    const { channel: _, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
}));

describe('Slack', () => {
  it('escapes what would be markup', () => {
    const { text } = platform.build({ text: 'a < b & <!channel>', tags: [], thread: [], link: null });
    expect(text).toBe('a &lt; b &amp; &lt;!channel&gt;');
  });

  it('lets the person pick the channel at Slack, and keeps no webhook', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(url).toContain('client_id=slack-client');
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: '#news in Harbour', externalId: `T1/${SLACK_CHANNEL}` });
    expect(JSON.stringify(account)).not.toContain('hooks.slack');
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('invalid_code');
  });

  it('says what the operator has to set, where nothing is set', () => {
    expect(createSlackPlatform(slackRules, undefined).oauth?.missing).toContain('SLACK_CLIENT_ID');
  });
});
