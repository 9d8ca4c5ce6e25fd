import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
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
  [
    'that the server’s own rules block the text, which says nothing about the bot',
    { status: 403, body: { code: 200000, message: 'Message was blocked by automatic moderation' } },
    {
      kind: 'rejected',
      message: expect.stringMatching(/automatic moderation\. The rules of the Discord server block this text\. Change it/),
    },
  ],
  [
    'to leave out a harmful link',
    { status: 400, body: { code: 240000, message: 'Message blocked by harmful links filter' } },
    { kind: 'rejected', message: expect.stringContaining('Remove it, or use another one.') },
  ],
  [
    'that the channel is in slow mode, and for how long',
    { status: 403, body: { code: 20016, message: 'This action cannot be performed due to slowmode rate limit', retry_after: 41.2 } },
    { kind: 'rate_limited', retryAfterSeconds: 42 },
  ],
  [
    'that Discord’s own network failed, which says nothing about the bot',
    { status: 403, body: { code: 40333, message: 'internal network error' } },
    { kind: 'unavailable', message: expect.stringContaining('internal network error') },
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

  it('is not sure of a message of pictures alone, and takes none with the same words and other pictures for it', async () => {
    const hooks = { ...sendHooks(), openImage: async () => Buffer.from('jpg') };
    const pictures = (count: number) => prepare(platform, '', [], Array(count).fill(PICTURE));
    const two = pictures(2);
    await platform.publish(two.payload, credentials, two.intent, hooks);
    // Any of the channel's messages with two pictures could be it.
    const lost = pictures(2);
    expect(await platform.find(lost.payload, credentials, lost.intent)).toMatchObject({ kind: 'unsure' });
    const three = pictures(3);
    expect(await platform.find(three.payload, credentials, three.intent)).toEqual({ kind: 'absent' });
  });

  it('keeps its connection while Discord’s own network fails', async () => {
    const { handle } = network;
    network.handle = () => ({ status: 403, body: { code: 40333, message: 'internal network error' } });
    const health = await platform.check(credentials, AbortSignal.timeout(60_000));
    network.handle = handle;
    expect(health).toMatchObject({ kind: 'unclear' });
  });

  it('is not sure of what it may not read, and says so when it is connected', async () => {
    const { payload, intent } = prepare(platform, 'sent by a bot that may not read');
    await platform.publish(payload, credentials, intent, sendHooks());
    network.permissions.delete('READ_MESSAGE_HISTORY');
    expect(await platform.find(payload, credentials, intent)).toMatchObject({
      kind: 'unsure',
      message: expect.stringContaining('Read Message History'),
    });
    await expect(platform.connect(entered)).rejects.toThrow('lacks the permission Read Message History');
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    network.permissions.add('READ_MESSAGE_HISTORY');
  });

  it('rejects a post whose files the bot may not attach, and keeps the connection for texts', async () => {
    network.permissions.delete('ATTACH_FILES');
    const { payload, intent } = prepare(platform, 'a boat', [], [PICTURE]);
    const hooks = { ...sendHooks(), openImage: async () => Buffer.from('jpg') };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('Attach Files'),
    });
    network.permissions.add('ATTACH_FILES');
  });

  it('connects no channel that takes no messages', async () => {
    network.channel.type = 15;
    await expect(platform.connect(entered)).rejects.toThrow('accepts no messages');
    network.channel.type = 0;
  });

  it('counts all files of a message together', () => {
    const post = { text: 'Boats', tags: [], thread: [], link: null };
    const media = Array(3).fill({ ...PICTURE, bytes: 9_000_000 });
    expect(platform.validate({ ...post, media })).toMatchObject([
      { code: 'media_too_large', field: 'media', count: 27, limit: 25, unit: 'megabytes' },
    ]);
    expect(platform.validate({ ...post, media: media.slice(1) })).toEqual([]);
  });
});
