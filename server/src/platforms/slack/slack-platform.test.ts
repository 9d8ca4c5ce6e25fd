import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform, PostMedia } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeSlack, SLACK_CHANNEL, SLACK_CLIENT, SLACK_TOKEN } from '../testing/fake-slack.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createSlackPlatform } from './slack-platform.ts';
import { slackRules } from './slack-rules.ts';

// Follows docs.slack.dev: chat.postMessage, chat.update, chat.delete, files.getUploadURLExternal, files.completeUploadExternal, auth.test, oauth.v2.access.
const network = createFakeSlack();
const entered = { botToken: SLACK_TOKEN, channel: SLACK_CHANNEL };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.messages.map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, SLACK_TOKEN);
  platform = createSlackPlatform(slackRules, createTestOutbound(), SLACK_CLIENT, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Slack', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('Slack', () => ({
  credentials: { ...credentials, refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createSlackPlatform(slackRules, createTestOutbound(), client, fake.url),
  client: SLACK_CLIENT,
}));

describeComments('Slack', () => ({
  ...{ platform, credentials, fake, secret: SLACK_TOKEN },
  listComments: async () => network.messages.map(({ text, under = '' }) => ({ text, under })),
  isCommenting: network.isPublishing,
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: SLACK_TOKEN,
  listTexts,
  sentContent(body) {
    const { channel: _, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
});

describeConnector('Slack', setUp, [
  [
    'what was wrong with the blocks',
    {
      status: 200,
      body: { ok: false, error: 'invalid_blocks', response_metadata: { messages: ['[ERROR] must be less than 3001 characters'] } },
    },
    { kind: 'rejected', message: expect.stringContaining('must be less than 3001 characters') },
  ],
  [
    'that its server failed, which rules nothing out',
    { status: 500, body: { ok: false, error: 'something_new' } },
    { kind: 'unknown', message: expect.stringContaining('something_new') },
  ],
  [
    'the scope that is missing',
    { status: 200, body: { ok: false, error: 'missing_scope', needed: 'chat:write', provided: 'identify' } },
    { kind: 'unauthorized', message: expect.stringContaining('needs chat:write') },
  ],
]);

describePictures('Slack', () => ({
  platform,
  credentials,
  fake,
  secret: SLACK_TOKEN,
  listTexts,
  listPictures: () => network.messages.at(-1)?.pictures ?? [],
  isUploading: ({ path }) => path.startsWith('/upload/') || path === '/api/files.getUploadURLExternal',
}));

describeVideos('Slack', () => ({
  platform,
  credentials,
  fake,
  secret: SLACK_TOKEN,
  listTexts,
  seenVideo: () => network.messages.at(-1)?.pictures[0]?.sha256 ?? null,
  isUploading: ({ path }) => path.startsWith('/upload/') || path === '/api/files.getUploadURLExternal',
}));

describe('Slack', () => {
  it('says which scope images need, and keeps the connection for text', async () => {
    const file = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1 };
    const { payload, intent } = prepare(platform, 'a boat', [], [{ kind: 'image', bytes: 3, file }]);
    network.scopes.delete('files:write');
    const hooks = { ...sendHooks(), openImage: async () => Buffer.from('jpg') };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('lacks the scope files:write'),
    });
    network.scopes.add('files:write');
  });

  it('makes no message of the channel of a comment whose post is gone, also if that goes just then', async () => {
    const { payload, intent } = prepare(platform, 'A post that goes');
    const post = await platform.publish(payload, credentials, intent, sendHooks());
    const comment = platform.comments?.build({ settings: { first_comment: 'Below nothing' } });
    if (post.kind !== 'published' || !comment) throw new Error(JSON.stringify(post));
    const send = (onSending: () => Promise<void>) =>
      platform.comments?.send(
        comment,
        credentials,
        { ...intent, id: 'fcm_1' },
        { ...post, payload, intent },
        { ...sendHooks(), onSending },
      );
    const gone = { kind: 'rejected', message: 'The network no longer has this post.' };
    const removed = async () =>
      void network.messages.splice(
        network.messages.findIndex(({ text }) => text === 'A post that goes'),
        1,
      );
    expect(await send(removed)).toMatchObject(gone);
    const announced: string[] = [];
    expect(await send(async () => void announced.push('sending'))).toMatchObject(gone);
    expect([announced, await listTexts()]).toEqual([[], expect.not.arrayContaining(['Below nothing'])]);
  });

  it('works with stored credentials to which another version added something', async () => {
    const stored = { ...credentials, ofAnotherVersion: 'something' };
    expect(await platform.check(stored, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    await expect(platform.connect(stored)).rejects.toThrow('does not use "ofAnotherVersion"');
  });

  it('keeps text with images free of markup too, with its links', () => {
    const file = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1 };
    const media = [{ kind: 'image', bytes: 3, file }] as const;
    const { blocks } = platform.build({ text: '*no* <!channel> https://example.org/a ok', tags: [], thread: [], link: null, media });
    const elements = [
      { type: 'text', text: '*no* <!channel> ' },
      { type: 'link', url: 'https://example.org/a', text: 'https://example.org/a' },
      { type: 'text', text: ' ok' },
    ];
    expect(blocks).toEqual([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]);
  });

  it('escapes markup', () => {
    const { text } = platform.build({ text: 'a < b & <!channel>', tags: [], thread: [], link: null });
    expect(text).toBe('a &lt; b &amp; &lt;!channel&gt;');
  });

  it('lets the person choose the channel at Slack, and stores no webhook', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(url).toContain('client_id=slack-client');
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: '#news in Harbour', externalId: `T1/${SLACK_CHANNEL}` });
    expect(JSON.stringify(account)).not.toContain('hooks.slack');
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('invalid_code');
  });

  it('renews the token of an app that rotates them, which lasts for twelve hours', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const [account] = (await platform.oauth?.finish('code-of-a-rotating-app', request, {})) ?? [];
    expect(Date.parse(account?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    const renewed = await platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(60_000));
    expect(renewed).toEqual({ credentials: account?.credentials, expiresAt: expect.any(String) });
    expect(await platform.check(renewed?.credentials ?? {}, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
  });

  it('joins a public channel, and connects no channel in which it would not be', async () => {
    const { channel, scopes } = network;
    channel.isMember = false;
    await platform.connect(entered);
    expect(channel.isMember).toBe(true);
    const refused = 'The app is not in the channel. Invite it there with /invite';
    Object.assign(channel, { isMember: false, isPrivate: true });
    scopes.add('groups:read');
    await expect(platform.connect(entered)).rejects.toThrow(refused);
    channel.isMember = true;
    await platform.connect(entered);
    Object.assign(channel, { isMember: false, isPrivate: false });
    scopes.delete('channels:join');
    scopes.add('channels:read');
    await expect(platform.connect(entered)).rejects.toThrow(refused);
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    channel.isMember = true;
    scopes.add('channels:join');
  });

  it('asks for what joining a channel and finding out about a private one need', () => {
    expect(platform.oauth?.scopes).toEqual(expect.arrayContaining(['chat:write.public', 'channels:join', 'groups:read']));
  });

  it.each([
    ['message_limit_exceeded', 'rate_limited'],
    ['restricted_action_read_only_channel', 'unauthorized'],
    ['ekm_access_denied', 'unauthorized'],
  ])('takes %s for what it is', async (error, kind) => {
    const { payload, intent } = prepare(platform, `refused with ${error}`);
    fake.refuseOnce({ status: 200, body: { ok: false, error } });
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind });
  });

  it('takes descriptions of 1,000 characters, and sends no empty blocks with pictures alone', () => {
    const post = { text: '', tags: [], thread: [], link: null };
    const file = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1 };
    const media = [{ kind: 'image', bytes: 3, file, altText: 'a'.repeat(1_001) }] as const;
    expect(platform.validate({ ...post, media })).toMatchObject([{ code: 'alt_text_too_long', limit: 1_000 }]);
    expect(platform.build({ ...post, media })).not.toHaveProperty('blocks');
  });

  it('says what the operator has to configure', () => {
    expect(String(createSlackPlatform(slackRules, createTestOutbound(), undefined).oauth?.missing)).toContain('SLACK_CLIENT_ID');
  });
});

it('is removed with the scope of posting, and not where the message is not known', async () => {
  const remove = async (media: PostMedia[] = []) => {
    const { payload, intent } = prepare(platform, 'removed by its app', [], media);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published' || !platform.retract) throw new Error(JSON.stringify(outcome));
    network.scopes.delete('chat:write');
    const refused = await platform.retract(payload, credentials, intent, outcome, new AbortController().signal);
    network.scopes.add('chat:write');
    return [refused, await platform.retract(payload, credentials, intent, outcome, new AbortController().signal)];
  };
  expect(await remove()).toEqual([
    { kind: 'refused', message: expect.stringContaining('chat:write'), sentence: expect.anything() },
    { kind: 'removed' },
  ]);
  const shared = { kind: 'refused', message: 'Slack’s API does not say which message shares pictures.' };
  expect(await remove([PICTURE])).toMatchObject([shared, shared]);
  expect(await listTexts()).toContain('removed by its app');
});

it('is gone once it was deleted, although Slack keeps a tombstone of it for its replies', async () => {
  const { payload, intent } = prepare(platform, 'deleted with replies under it');
  const outcome = await platform.publish(payload, credentials, intent, sendHooks());
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  network.messages.push({ ts: '1700000001.000001', text: 'A reply.', under: outcome.providerId, pictures: [] });
  const ask = [payload, credentials, intent, outcome, AbortSignal.timeout(60_000)] as const;
  expect(await platform.retract?.(...ask)).toEqual({ kind: 'removed' });
  expect(await platform.readBack?.(...ask)).toEqual({ kind: 'gone', seenBy: 'account' });
});

it('has no figures of shared files, and says why', async () => {
  const reading = createSlackPlatform(slackRules, createTestOutbound(), { ...SLACK_CLIENT, readsMetrics: true }, fake.url);
  const { payload, intent } = prepare(reading, 'pictures with reactions', [], [PICTURE]);
  const outcome = await reading.publish(payload, credentials, intent, sendHooks());
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  expect(await reading.readMetrics?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000))).toMatchObject({
    kind: 'refused',
    message: 'Slack’s API does not say which message shares pictures.',
  });
});

it('is not read back without a scope for it, and says whether the message is still there', async () => {
  const { payload, intent } = prepare(platform, 'posted by an app that may not read');
  const outcome = await platform.publish(payload, credentials, intent, sendHooks());
  if (outcome.kind !== 'published' || !platform.readBack) throw new Error(JSON.stringify(outcome));
  const read = (providerId: string) =>
    platform.readBack?.(payload, credentials, intent, { ...outcome, providerId }, new AbortController().signal);
  network.scopes.delete('channels:history');
  expect(await read(outcome.providerId)).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('channels:history') });
  expect(await read(`${outcome.providerId}99`)).toEqual({ kind: 'gone', seenBy: 'account' });
  network.scopes.add('channels:history');
  expect(await read(`${outcome.providerId}99`)).toEqual({ kind: 'gone', seenBy: 'account' });
});
