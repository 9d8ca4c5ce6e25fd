import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { learningHooks, PICTURE, prepare } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeThreads, THREADS_CLIENT, THREADS_TOKEN } from '../testing/fake-threads.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createThreadsPlatform } from './threads-platform.ts';
import { threadsRules } from './threads-rules.ts';

// Follows developers.facebook.com: Threads API, Posts (with images and carousels), Troubleshooting (container
// status), Get Access Tokens.
const network = createFakeThreads();
const entered = { accessToken: THREADS_TOKEN };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.containers.filter(({ postId }) => postId !== null).map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, THREADS_TOKEN);
  platform = createThreadsPlatform(threadsRules, createTestOutbound(), THREADS_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Threads', async () => ({ platform, entered, credentials, listTexts }));

describeComments('Threads', () => ({
  ...{ platform, credentials, fake, secret: THREADS_TOKEN },
  listComments: async () =>
    network.containers.filter(({ postId }) => postId !== null).map(({ text, replyTo }) => ({ text, under: replyTo ?? '' })),
  isCommenting: network.isPublishing,
  idOf: async (text) => network.containers.filter(({ postId }) => postId !== null).find((each) => each.text === text)?.postId ?? undefined,
}));

describeConnector('Threads', () => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: THREADS_TOKEN,
  listTexts,
  // The approved content is in the container; the request that creates the post only names it.
  sentContent: (body) => network.containers.find(({ id }) => id === (body as JsonObject).creation_id)?.text ?? null,
  approvedContent: ({ text }) => text ?? null,
}));

describePictures('Threads', () => ({
  platform,
  credentials,
  fake,
  secret: THREADS_TOKEN,
  listTexts,
  listPictures: () => network.containers.findLast(({ postId }) => postId !== null)?.pictures ?? [],
  isUploading: ({ method, path }) => method === 'POST' && path.endsWith('/threads'),
}));

describeVideos('Threads', () => ({
  platform,
  credentials,
  fake,
  secret: THREADS_TOKEN,
  listTexts,
  seenVideo: () => network.containers.findLast(({ postId }) => postId !== null)?.video?.sha256 ?? null,
  isUploading: ({ method, path }) => method === 'POST' && path.endsWith('/threads'),
  keepsUpload: true,
}));

describe('Threads', () => {
  it('publishes the container of an earlier try, and never makes a second', async () => {
    const { payload, intent } = prepare(platform, 'one container');
    fake.fail('limits the rate');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({
      kind: 'published',
      url: expect.stringContaining('threads.net/@harbour/post/'),
    });
    expect(network.containers.filter(({ text }) => text === 'one container')).toHaveLength(1);
  });

  it('takes no picture that is more than ten times as wide as tall, or as tall as wide', () => {
    const codesOf = (width: number, height: number) =>
      platform
        .validate({ text: 'a boat', tags: [], thread: [], link: null, media: [{ ...PICTURE, file: { ...PICTURE.file, width, height } }] })
        .map(({ code }) => code);
    expect([codesOf(100, 1_000), codesOf(1_000, 100)]).toEqual([[], []]);
    expect([codesOf(100, 1_001), codesOf(1_001, 100)]).toEqual([['image_shape'], ['image_shape']]);
  });

  it('publishes the same container again where Threads does not know it yet', async () => {
    const { payload, intent } = prepare(platform, 'known a little later');
    let container: (typeof network.containers)[number] | undefined;
    const hooks = learningHooks(intent);
    const unknownYet = await platform.publish(payload, credentials, intent, {
      ...hooks,
      async onSending(learned) {
        await hooks.onSending(learned);
        container = network.containers.at(-1);
        if (container) container.isUnknownYet = true;
      },
    });
    expect(unknownYet).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 30,
      message: expect.stringContaining(`The media with id ${container?.id} cannot be found.`),
    });
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
    if (container) container.isUnknownYet = false;
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
    expect(network.containers.filter(({ text }) => text === 'known a little later')).toEqual([container]);
  });

  it('makes another container where the one of an earlier try has expired', async () => {
    const { payload, intent } = prepare(platform, 'a day later');
    fake.fail('limits the rate');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    Object.assign(network.containers.at(-1) ?? {}, { status: 'EXPIRED' });
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
    expect(network.containers.filter(({ text }) => text === 'a day later').map(({ status }) => status)).toEqual(['EXPIRED', 'PUBLISHED']);
  });

  it('is not sure while Threads still works on a container, and sends nothing of a broken one', async () => {
    const { payload, intent } = prepare(platform, 'slow to come');
    fake.fail('resets the connection');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    fake.fail(null);
    const container = network.containers.at(-1);
    Object.assign(container ?? {}, { status: 'IN_PROGRESS' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(container ?? {}, { status: 'ERROR' });
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
    network.faults.push('FAILED_PROCESSING_VIDEO', 'FAILED_DOWNLOADING_VIDEO');
    const tryIt = () => platform.publish(payload, credentials, intent, learningHooks(intent));
    expect(await tryIt()).toMatchObject({ kind: 'rejected', message: expect.stringContaining('FAILED_PROCESSING_VIDEO') });
    expect(await tryIt()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 60 });
    expect(await tryIt()).toMatchObject({ kind: 'published' });
  });

  it('is not sure of a published post that is not listed yet, and takes no other id for the post’s', async () => {
    const { payload, intent } = prepare(platform, 'published, not listed');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    const container = network.containers.at(-1);
    Object.assign(container ?? {}, { isUnlisted: true });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(container ?? {}, { isUnlisted: false });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: container?.postId });
  });

  it('publishes a thread as a chain of replies, and finds all of it', async () => {
    const { payload, intent } = prepare(platform, 'first of three', ['second of three', 'third of three']);
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    const [first, second, third] = network.containers.slice(-3);
    expect(outcome).toMatchObject({ kind: 'published', providerId: first?.postId });
    expect([first, second, third].map((post) => [post?.text, post?.replyTo])).toEqual([
      ['first of three', null],
      ['second of three', first?.postId],
      ['third of three', second?.postId],
    ]);
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: first?.postId });
  });

  it.each(['reads of nothing', 'publishes and loses the answer'] as const)(
    'continues a thread where it was cut off, each post once: a call that %s',
    async (cut) => {
      const texts = ['one', 'two', 'three'].map((number) => `${number}, cut off by a call that ${cut}`);
      const [text = '', ...thread] = texts;
      const { payload, intent } = prepare(platform, text, thread);
      const hooks = learningHooks(intent);
      const wholeHandle = network.handle;
      let published = 0;
      network.handle = async (request) => {
        const isSecond = network.isPublishing(request) && ++published === 2;
        if (isSecond && cut === 'reads of nothing') return network.refusals.limited('');
        const answer = await wholeHandle(request);
        return isSecond ? { status: 500, body: {} } : answer;
      };
      const outcome = await platform.publish(payload, credentials, intent, hooks);
      network.handle = wholeHandle;
      expect(outcome).toMatchObject({ kind: 'unknown', message: expect.stringContaining('1 of 3 posts of the thread were published') });
      expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'partial' });
      expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
      const posts = network.containers.filter(({ text: written, postId }) => postId !== null && texts.includes(written));
      expect(posts.map((post) => post.text)).toEqual(texts);
      expect(posts.map(({ replyTo }) => replyTo)).toEqual([null, posts[0]?.postId, posts[1]?.postId]);
      expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    },
  );

  it('trades the token of an hour for one of 60 days, and renews that', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    // An address that redirects may lose its parameters.
    const { url } = (await createThreadsPlatform(threadsRules, createTestOutbound(), THREADS_CLIENT).oauth?.start({}, request)) ?? {};
    expect(url).toMatch(/^https:\/\/threads\.com\/oauth\/authorize\?/);
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: '@harbour', externalId: '17', credentials: { accessToken: THREADS_TOKEN } });
    expect(await platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(60_000))).toMatchObject({
      expiresAt: expect.any(String),
    });
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('Invalid authorization code');
  });
});
