import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, type Reply, startFakeServer } from '../testing/fake-server.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../testing/fake-x.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos, filmHooks, withExtras } from '../testing/videos-contract.ts';
import { createXPlatform } from './x-platform.ts';
import { xRules } from './x-rules.ts';

// Follows docs.x.com: POST /2/tweets, POST /2/media/upload, POST /2/media/metadata, GET /2/users/me, GET /2/users/{id}/tweets, OAuth 2.0 with PKCE.
const network = createFakeX();
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const entered = { accessToken: X_TOKEN, refreshToken: 'x-refresh-token-1' };
const listTexts = async () => network.posts.map(({ text }) => text);
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };

beforeAll(async () => {
  fake = await startFakeServer(network, X_TOKEN);
  platform = createXPlatform(xRules, createTestOutbound(), X_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('X', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('X', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createXPlatform(xRules, createTestOutbound(), client, fake.url, fake.url),
  client: X_CLIENT,
}));

describeComments('X', () => ({
  ...{ platform, credentials, fake, secret: X_TOKEN },
  listComments: async () => network.posts.map(({ text, replyTo }) => ({ text, under: replyTo ?? '' })),
  isCommenting: network.isPublishing,
  idOf: async (text) => network.posts.find((each) => each.text === text)?.id ?? undefined,
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: X_TOKEN,
  listTexts,
  sentContent: (body) => body,
  approvedContent: ({ posts }) => (posts as JsonObject[])[0] ?? null,
});

describeConnector('X', setUp, [
  [
    'when the day ends that is used up, and not its quarter of an hour',
    () => ({
      status: 429,
      body: { title: 'Too Many Requests', detail: 'Too Many Requests', status: 429 },
      headers: {
        'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 7),
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': String(Math.floor(Date.now() / 1000) + 40_000),
        'x-app-limit-24hour-remaining': '5',
        'x-app-limit-24hour-reset': String(Math.floor(Date.now() / 1000) + 80_000),
      },
    }),
    { kind: 'rate_limited', retryAfterSeconds: expect.closeTo(40_000, -2) },
  ],
  [
    'that the post it answers is gone, which says nothing about the account',
    forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'),
    { kind: 'rejected' },
  ],
  [
    'to look for a post with the same words, and to change them',
    forbidden('You are not allowed to create a Tweet with duplicate content.'),
    { kind: 'rejected', message: expect.stringMatching(/ change its text\.$/) },
  ],
  ['that the account has posted enough today', forbidden('User is over daily status update limit.'), { kind: 'rate_limited' }],
]);

function forbidden(detail: string): Reply {
  return { status: 403, body: { detail, type: 'about:blank', title: 'Forbidden', status: 403 } };
}

describePictures('X', () => ({
  platform,
  credentials,
  fake,
  secret: X_TOKEN,
  listTexts,
  listPictures: () => network.posts.at(-1)?.pictures ?? [],
  isUploading: ({ path }) => path.startsWith('/2/media/'),
}));

describeVideos('X', () => ({
  platform,
  credentials,
  fake,
  secret: X_TOKEN,
  listTexts,
  seenVideo: () => network.posts.at(-1)?.pictures[0]?.sha256 ?? null,
  isUploading: ({ path }) => path.startsWith('/2/media/'),
  keepsUpload: true,
  resumes: true,
}));

describe('X', () => {
  it('has a duplicate refused without losing the connection', async () => {
    const { payload, intent } = prepare(platform, 'just posted');
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('duplicate content'),
    });
  });

  it('uploads a video again of which it forgot the upload after a day', async () => {
    const { payload, intent } = prepare(platform, 'a day later', [], [withExtras(platform)]);
    const keep = async (learned?: JsonObject) => void Object.assign(intent.keys, learned);
    const hooks = { ...filmHooks(), onUploaded: keep };
    const killed = () => Promise.reject(new Error('lease lost'));
    await expect(platform.publish(payload, credentials, intent, { ...hooks, onSending: killed })).rejects.toThrow('lease lost');
    const { mediaId } = intent.keys;
    network.forgetMedia();
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
    expect(intent.keys.mediaId).not.toBe(mediaId);
    expect(network.posts.filter(({ text }) => text === 'a day later')).toMatchObject([
      { pictures: [{ sha256: withExtras(platform).file?.sha256 }] },
    ]);
  });

  it('asks for no status of a video that it does not process', async () => {
    network.processes = false;
    const { payload, intent } = prepare(platform, 'ready at once', [], [withExtras(platform)]);
    fake.requests.length = 0;
    expect(await platform.publish(payload, credentials, intent, filmHooks())).toMatchObject({ kind: 'published' });
    network.processes = true;
    expect(fake.requests.map(({ path, query }) => [path, query.get('command')])).not.toContainEqual(['/2/media/upload', 'STATUS']);
    expect(network.posts.at(-1)?.pictures).toHaveLength(1);
  });

  it('sends the language of subtitles as two letters', async () => {
    for (const [language, code] of [
      ['pt-BR', 'PT'],
      ['eng', 'EN'],
      ['tl', 'TL'],
    ] as const) {
      const film = withExtras(platform);
      const subtitles = film.subtitles && { ...film.subtitles, language };
      const { payload, intent } = prepare(platform, `subtitles in ${language}`, [], [{ ...film, ...(subtitles && { subtitles }) }]);
      expect(await platform.publish(payload, credentials, intent, filmHooks())).toMatchObject({ kind: 'published' });
      const [sent] = fake.requests.filter(({ path }) => path === '/2/media/subtitles').slice(-1);
      expect(sent?.body).toMatchObject({ subtitles: { language_code: code } });
    }
  });

  it('shows what is wrong with a request, and not only that something is', async () => {
    network.refusing = {
      status: 400,
      body: {
        errors: [{ message: '$.text: is too long' }],
        title: 'Invalid Request',
        detail: 'One or more parameters to your request was invalid.',
        type: 'https://api.twitter.com/2/problems/invalid-request',
      },
    };
    const { payload, intent } = prepare(platform, 'refused with a reason');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    network.refusing = null;
    expect(outcome).toMatchObject({
      kind: 'rejected',
      message: 'X responded: One or more parameters to your request was invalid. $.text: is too long',
    });
  });

  it('recognises its posts although X shortens links and escapes characters', async () => {
    const { payload, intent } = prepare(platform, 'fish & chips <now> https://example.org/a?b=1&c=2', ['and a reply']);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const [root, reply] = network.posts.slice(-2);
    expect(reply).toMatchObject({ text: 'and a reply', replyTo: root?.id });
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
  });

  it('recognises a post with media, to whose text X adds their address, unless it has no words', async () => {
    const { payload, intent } = prepare(platform, 'boats at https://example.org/boats', ['two of them'], [PICTURE, PICTURE]);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
    const wordless = prepare(platform, '', [], [PICTURE]);
    await platform.publish(wordless.payload, credentials, wordless.intent, sendHooks());
    expect(await platform.find(wordless.payload, credentials, wordless.intent)).toMatchObject({ kind: 'unsure' });
  });

  it('signs a person in with PKCE, and uses each refresh token once', async () => {
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({ code_challenge_method: 'S256', state: 'state-1' });
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    if (!account || !platform.refresh) throw new Error('The sign-in did not complete.');
    expect(account).toMatchObject({ handle: '@harbour', externalId: '42' });
    expect(Date.parse(account.expiresAt ?? '') - Date.now()).toBeGreaterThan(7_000_000);
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials.accessToken).not.toBe(account.credentials.accessToken);
    await expect(platform.refresh(account.credentials, AbortSignal.timeout(60_000))).rejects.toThrow('token was invalid');
  });

  it('says what the operator has to configure', () => {
    expect(String(createXPlatform(xRules, createTestOutbound(), undefined).oauth?.missing)).toContain('X_CLIENT_ID and X_CLIENT_SECRET');
  });
});
