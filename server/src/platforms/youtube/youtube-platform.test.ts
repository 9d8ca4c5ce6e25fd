import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform, PostMedia, SendHooks } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, learningHooks, prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeYoutube, error, HELD, YOUTUBE_CLIENT, YOUTUBE_TOKEN } from '../testing/fakes/fake-youtube.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { PIECE_BYTES } from '../videos.ts';
import { createYoutubePlatform } from './youtube-platform.ts';
import { youtubeRules } from './youtube-rules.ts';

// Follows developers.google.com/youtube/v3: videos.insert as a resumable upload, channels, videos and playlistItems.
const network = createFakeYoutube();
const entered = { accessToken: YOUTUBE_TOKEN, refreshToken: '1//refresh-token' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const askedScopes = async ({ oauth }: Platform) => {
  const { url } = (await oauth?.start({}, request)) ?? {};
  return new URL(url ?? '').searchParams.get('scope')?.split(' ') ?? [];
};
const listTexts = async () => network.listVideos().map(({ snippet }) => String((snippet as JsonObject).title));

beforeAll(async () => {
  fake = await startFakeServer(network, YOUTUBE_TOKEN);
  const hosts = { api: fake.url, site: fake.url, tokens: fake.url };
  platform = createYoutubePlatform(youtubeRules, createTestOutbound(), YOUTUBE_CLIENT, hosts);
  network.scopes = await askedScopes(platform);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('YouTube', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('YouTube', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) =>
    createYoutubePlatform(youtubeRules, createTestOutbound(), client, { api: fake.url, site: fake.url, tokens: fake.url }),
  client: YOUTUBE_CLIENT,
  refused: ['deleted-client', 'disabled-client'].map((id) => ({ id, secret: 'a-secret-of-ours' })),
}));

describeComments('YouTube', () => ({
  ...{ platform, credentials, fake, secret: YOUTUBE_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ method, path }) => method === 'POST' && path.endsWith('/commentThreads'),
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: YOUTUBE_TOKEN,
  listTexts,
  // The bytes publish; the words came with the beginning of the upload.
  sentContent: () => network.uploads.at(-1)?.resource ?? null,
  approvedContent: ({ snippet, status }) => ({ snippet: snippet ?? null, status: status ?? null }),
});

describeConnector('YouTube', setUp, [
  [
    'that the quota of the project is used up, which passes',
    error(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.'),
    { kind: 'rate_limited', retryAfterSeconds: 3_600 },
  ],
  [
    'that the account has no channel any more, so that it is connected again',
    error(401, 'youtubeSignupRequired', 'Unauthorized'),
    { kind: 'unauthorized' },
  ],
  [
    'that the API is not enabled, which only the operator can change',
    error(403, 'accessNotConfigured', 'YouTube Data API v3 has not been used in project 71'),
    { kind: 'service_refused', message: expect.stringContaining('has not been used') },
  ],
]);

describe('YouTube', () => {
  const film = randomBytes(2 * PIECE_BYTES + 1_000);
  const sha256 = createHash('sha256').update(film).digest('hex');
  const FILM: PostMedia = { ...VIDEO, bytes: film.length, file: { ...VIDEO.file, sha256 } };
  const readMedia: SendHooks['readMedia'] = async (_sha256, from, to) => film.subarray(from, to);
  const piecesOf = (from: number): string[] =>
    [0, PIECE_BYTES, 2 * PIECE_BYTES]
      .filter((start) => start >= from)
      .map((start) =>
        createHash('sha256')
          .update(film.subarray(start, start + PIECE_BYTES))
          .digest('hex'),
      );

  it('sends a video in pieces, byte for byte, with its words, tags and settings', async () => {
    const settings = { privacy: 'unlisted', made_for_kids: false, ai_generated: true, notify_subscribers: false };
    const payload = platform.build({
      text: 'Boats\n\nAt dawn.',
      tags: ['harbour', 'two words'],
      thread: [],
      link: null,
      media: [FILM],
      settings,
    });
    const intent = intentFor(platform, payload);
    fake.requests.length = 0;
    const outcome = await platform.publish(payload, credentials, intent, { ...learningHooks(intent), readMedia });
    expect(outcome).toMatchObject({ kind: 'published', url: expect.stringContaining('watch?v=') });
    expect(network.uploads.at(-1)).toMatchObject({
      hashes: piecesOf(0),
      resource: {
        snippet: { title: 'Boats', description: 'At dawn.', tags: ['harbour', 'two words'] },
        status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
      },
    });
    expect(fake.requests.find(({ path }) => path.startsWith('/upload/'))?.query.get('notifySubscribers')).toBe('false');
  });

  it('goes on with the upload of a worker that was killed, where it ended, and makes one video', async () => {
    const { payload, intent } = prepare(platform, 'cut off', [], [FILM]);
    const cut = {
      ...learningHooks(intent),
      readMedia: async (hash: string, from: number, to: number) => {
        if (from > 0) throw new Error('The worker was killed.');
        return readMedia(hash, from, to);
      },
    };
    expect(await platform.publish(payload, credentials, intent, cut)).toMatchObject({ kind: 'unavailable' });
    const upload = network.uploads.at(-1);
    expect(upload).toMatchObject({ received: PIECE_BYTES, videoId: null });
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
    const uploads = network.uploads.length;
    const outcome = await platform.publish(payload, credentials, intent, { ...learningHooks(intent), readMedia });
    expect(outcome).toMatchObject({ kind: 'published' });
    expect(network.uploads).toHaveLength(uploads);
    expect(upload?.hashes).toEqual(piecesOf(0));
    expect((await listTexts()).filter((text) => text === 'cut off')).toHaveLength(1);
  });

  it('makes no second video of an upload whose response was lost, and finds it by its words once it is forgotten', async () => {
    const { payload, intent } = prepare(platform, 'published once', [], [FILM]);
    const hooks = { ...learningHooks(intent), readMedia };
    const first = await platform.publish(payload, credentials, intent, hooks);
    expect(await platform.publish(payload, credentials, intent, hooks)).toEqual(first);
    expect((await listTexts()).filter((text) => text === 'published once')).toHaveLength(1);
    network.forgetsUploads = true;
    expect(await platform.find(payload, credentials, { ...intent, createdAt: new Date().toISOString() })).toEqual({
      ...first,
      kind: 'found',
    });
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'unknown' });
    network.forgetsUploads = false;
  });

  it('notices that a video is private although another privacy was signed', async () => {
    const { payload, intent } = prepare(platform, 'not for all', [], [VIDEO]);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    network.isUnaudited = true;
    const back = await platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    network.isUnaudited = false;
    expect(back).toMatchObject({ kind: 'found', signed: { privacy: 'public' }, published: { privacy: 'private' } });
  });

  it('keeps the category and the languages that were chosen at YouTube when the words are edited', async () => {
    const { payload, intent } = prepare(platform, 'sorted since', [], [VIDEO]);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    const upload = network.uploads.at(-1);
    if (outcome.kind !== 'published' || !upload) throw new Error(JSON.stringify(outcome));
    const chosen = { categoryId: '10', defaultLanguage: 'de', defaultAudioLanguage: 'pt-BR' };
    upload.resource = { ...upload.resource, snippet: { ...(upload.resource.snippet as JsonObject), ...chosen, tags: ['chosen there'] } };
    const edited = prepare(platform, 'edited since', [], [VIDEO]);
    expect(await platform.edits?.send(edited.payload, credentials, edited.intent, outcome, sendHooks())).toEqual(outcome);
    expect(upload.resource.snippet).toEqual({ title: 'edited since', description: 'edited since', ...chosen });
  });

  it('asks for no leave to edit a video that is gone, and then says so', async () => {
    const { payload, intent } = prepare(platform, 'deleted there', [], [VIDEO]);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    network.deleted.add(outcome.providerId);
    const onSending = vi.fn(async () => {});
    const edited = await platform.edits?.send(payload, credentials, intent, outcome, { ...sendHooks(), onSending });
    expect(edited).toMatchObject({ kind: 'rejected', message: 'The network no longer has this post.' });
    expect(onSending).not.toHaveBeenCalled();
    const back = await platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    expect(back).toMatchObject({ kind: 'gone' });
  });

  it('is not sure of a comment that may be on the next page, although a page is not full', async () => {
    const { payload, intent } = prepare(platform, 'with many comments', [], [VIDEO]);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets below many' } });
    if (outcome.kind !== 'published' || !comment) throw new Error(JSON.stringify(outcome));
    const under = outcome.providerId;
    network.comments.push({ text: 'Tickets below many', under });
    network.comments.push(...Array.from({ length: 100 }, (_, index) => ({ text: index === 50 ? HELD : `Later ${index}`, under })));
    const found = await platform.comments?.find?.(comment, credentials, intent, { ...outcome, payload, intent });
    expect(found).toMatchObject({ kind: 'unsure' });
  });

  it('asks for one scope: of several, a person may leave out the one that all depends on', async () => {
    expect(await askedScopes(platform)).toHaveLength(1);
  });

  it('signs a person in with PKCE for their channel, and keeps the refresh token', async () => {
    const { url } = (await platform.oauth?.start({}, request)) ?? {};
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({ code_challenge_method: 'S256', access_type: 'offline' });
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    if (!account || !platform.refresh) throw new Error('The sign-in failed.');
    expect(account).toMatchObject({ handle: '@harbour', externalId: 'UC71' });
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials).toMatchObject({ accessToken: 'ya29.access-token-2-secret', refreshToken: '1//refresh-token' });
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('expired or revoked');
  });

  it('leaves nothing published where the video is gone, and names the settings that the operator has to set', async () => {
    const { payload, intent } = prepare(platform, 'never seen', [], [VIDEO]);
    const hooks = { ...sendHooks(), readMedia: () => Promise.reject(new Error('The video is gone.')) };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({
      kind: 'unavailable',
      message: 'The video is gone.',
    });
    expect(await listTexts()).not.toContain('never seen');
    const { oauth } = createYoutubePlatform(youtubeRules, createTestOutbound(), undefined);
    expect(String(oauth?.missing)).toContain('YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET');
  });
});
