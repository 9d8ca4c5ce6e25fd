import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeTelegram, OLD_CHAT_ID, TELEGRAM_TOKEN } from '../testing/fake-telegram.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createTelegramPlatform } from './telegram-platform.ts';
import { telegramRules } from './telegram-rules.ts';

// Follows core.telegram.org/bots/api: sendMessage, sendPhoto, sendMediaGroup.
const network = createFakeTelegram();
const entered = { botToken: TELEGRAM_TOKEN, chat: '@harbour' };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.messages.map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, TELEGRAM_TOKEN);
  platform = createTelegramPlatform(telegramRules, createTestOutbound(), fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Telegram', async () => ({ platform, entered, credentials, listTexts }));

describeComments('Telegram', () => ({
  ...{ platform, credentials, fake, secret: TELEGRAM_TOKEN },
  listComments: async () => network.messages.map(({ text, replyTo }) => ({ text, under: `-1001234567890/${replyTo}` })),
  isCommenting: network.isPublishing,
}));

describeConnector('Telegram', () => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: TELEGRAM_TOKEN,
  listTexts,
  sentContent: (body) => ({ text: (body as JsonObject).text ?? null }),
  approvedContent: (payload) => payload,
}));

describePictures('Telegram', () => ({
  platform,
  credentials,
  fake,
  secret: TELEGRAM_TOKEN,
  listTexts,
  listPictures: () => network.messages.at(-1)?.pictures ?? [],
}));

describeVideos('Telegram', () => ({
  platform,
  credentials,
  fake,
  secret: TELEGRAM_TOKEN,
  listTexts,
  seenVideo: () => network.messages.at(-1)?.pictures[0]?.sha256 ?? null,
}));

describe('Telegram', () => {
  it('keeps the chat connected where it takes no such files from the bot', async () => {
    const { payload, intent } = prepare(platform, 'a boat', [], [PICTURE]);
    const description = 'Bad Request: not enough rights to send photos to the chat';
    fake.refuseOnce({ status: 400, body: { ok: false, error_code: 400, description } });
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('not enough rights to send photos'),
    });
    const words = prepare(platform, 'words alone');
    const forWords = 'Bad Request: not enough rights to send text messages to the chat';
    fake.refuseOnce({ status: 400, body: { ok: false, error_code: 400, description: forWords } });
    expect(await platform.publish(words.payload, credentials, words.intent, sendHooks())).toMatchObject({ kind: 'unauthorized' });
  });

  it('leads to the message, by the name of the channel', async () => {
    expect(await platform.connect(entered)).toMatchObject({ handle: '@harbour', externalId: '-1001234567890' });
  });

  it('has no page of a message that Telegram sends later, and neither edits nor removes it', async () => {
    const { payload, intent } = prepare(platform, 'sent later');
    network.schedules = true;
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    network.schedules = false;
    expect(outcome).toMatchObject({ kind: 'published', providerId: '-1001234567890/0', url: null });
    if (outcome.kind !== 'published') return;
    const { signal } = new AbortController();
    expect(await platform.retract?.(payload, credentials, intent, outcome, signal)).toMatchObject({ kind: 'refused' });
    expect(await platform.edits?.send(payload, credentials, intent, outcome, sendHooks())).toMatchObject({ kind: 'rejected' });
  });

  it('refuses a group in which members may not write', async () => {
    network.chat = { id: -1001234567890, type: 'supergroup', title: 'Harbour', permissions: { can_send_messages: false } };
    await expect(platform.connect(entered)).rejects.toThrow('may not post there');
    network.chat = { ...network.chat, permissions: { can_send_messages: true } };
    expect(await platform.connect(entered)).toMatchObject({ handle: 'Harbour' });
    network.chat = createFakeTelegram().chat;
  });

  it.each([
    ['words alone', 0],
    ['one picture', 1],
    ['an album', 2],
  ])('posts %s to the supergroup that replaced a group, once', async (text, pictures) => {
    const before = { ...credentials, chatId: String(OLD_CHAT_ID) };
    const media = Array.from({ length: pictures }, () => PICTURE);
    const { payload, intent } = prepare(platform, text, [], media);
    expect(await platform.publish(payload, before, intent, sendHooks())).toMatchObject({
      kind: 'published',
      providerId: expect.stringContaining('-1001234567890/'),
    });
    expect((await listTexts()).filter((each) => each === text)).toHaveLength(1);
    expect(await platform.check(before, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
  });

  it.each([
    [{ botToken: TELEGRAM_TOKEN, chat: '@elsewhere' }, 'chat not found'],
    [{ botToken: '1:wrong', chat: '@harbour' }, 'Unauthorized'],
    [{ botToken: 'no token', chat: '@harbour' }, '"botToken" must be'],
    [{ botToken: TELEGRAM_TOKEN }, 'needs "chat"'],
  ])('refuses invalid posts', async (wrong, message) => {
    await expect(platform.connect(wrong)).rejects.toThrow(message);
  });
});
