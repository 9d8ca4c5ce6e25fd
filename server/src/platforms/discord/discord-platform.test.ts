import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeDiscord, DISCORD_TOKEN } from '../testing/fake-discord.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createDiscordPlatform } from './discord-platform.ts';
import { discordRules } from './discord-rules.ts';

// Follows docs.discord.com: resources/message, Create Message (with files) and Get Channel Messages.
const network = createFakeDiscord();
const entered = { botToken: DISCORD_TOKEN, channelId: '1180000000000000000' };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.messages.map(({ content }) => content);

beforeAll(async () => {
  fake = await startFakeServer(network, DISCORD_TOKEN);
  platform = createDiscordPlatform(discordRules, createTestOutbound(), 'https://countersign.example', fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Discord', async () => ({ platform, entered, credentials, listTexts }));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: DISCORD_TOKEN,
  listTexts,
  sentContent(body) {
    const { nonce: _, enforce_nonce: __, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
});

describeConnector('Discord', setUp, [
  [
    'which field was wrong, and why',
    {
      status: 400,
      body: {
        code: 50035,
        message: 'Invalid Form Body',
        errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } },
      },
    },
    { kind: 'rejected', message: expect.stringContaining('Must be 2000 or fewer in length.') },
  ],
]);

describePictures('Discord', () => ({
  platform,
  credentials,
  fake,
  secret: DISCORD_TOKEN,
  listTexts,
  listPictures: () => network.messages.at(-1)?.pictures ?? [],
}));

describeVideos('Discord', () => ({
  platform,
  credentials,
  fake,
  secret: DISCORD_TOKEN,
  listTexts,
  seenVideo: () => network.messages.at(-1)?.pictures[0]?.sha256 ?? null,
  readsBack: true,
}));

describe('Discord', () => {
  it('identifies itself in the prescribed form, and notifies no one', async () => {
    const { payload, intent } = prepare(platform, '@everyone look');
    await platform.publish(payload, credentials, intent, sendHooks());
    const request = fake.requests.findLast(network.isPublishing);
    expect(request?.headers['user-agent']).toBe('DiscordBot (https://countersign.example, 1)');
    expect(request?.body).toMatchObject({
      allowed_mentions: { parse: [] },
      enforce_nonce: true,
      nonce: expect.stringMatching(/^[\w-]{25}$/),
    });
  });

  it('escapes every character with a meaning, except in links, and counts what it sends', () => {
    const text = '#*bold* _snake_case_ ~~no~~ ||spoiler|| `code` [a] (https://example.org/a_b_c) <@17> :tada: \\\n>quote\n- item';
    const { content } = platform.build({ text, tags: [], thread: [], link: null });
    expect(content).toBe(
      '\\#\\*bold\\* \\_snake\\_case\\_ \\~\\~no\\~\\~ \\|\\|spoiler\\|\\| \\`code\\` \\[a\\] (https://example.org/a_b_c) \\<@17\\> \\:tada\\: \\\\\n\\>quote\n\\- item',
    );
    const stars = { text: '*'.repeat(1_001), tags: [], thread: [], link: null };
    expect(platform.validate(stars)).toMatchObject([{ code: 'text_too_long', count: 2_002, limit: 2_000 }]);
  });

  it('is not sure when the text is there more than once', async () => {
    const first = prepare(platform, 'twice on purpose');
    const second = prepare(platform, 'twice on purpose');
    first.intent.createdAt = second.intent.createdAt = new Date().toISOString();
    await platform.publish(first.payload, credentials, first.intent, sendHooks());
    await platform.publish(second.payload, credentials, second.intent, sendHooks());
    expect(await platform.find(second.payload, credentials, second.intent)).toMatchObject({ kind: 'unsure' });
  });
});
