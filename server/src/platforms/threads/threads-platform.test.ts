import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { learningHooks, prepare, sendHooks } from '../testing/contract-posts.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { type StandIn, startStandIn } from '../testing/stand-in.ts';
import { createThreadsStandIn, THREADS_CLIENT, THREADS_TOKEN } from '../testing/threads-stand-in.ts';
import { createThreadsPlatform } from './threads-platform.ts';
import { threadsRules } from './threads-rules.ts';

// Follows developers.facebook.com: Threads API, Posts (with images and carousels), Troubleshooting (container
// status), Get Access Tokens.
const network = createThreadsStandIn();
const entered = { accessToken: THREADS_TOKEN };
let standIn: StandIn;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.containers.filter(({ postId }) => postId !== null).map(({ text }) => text);

beforeAll(async () => {
  standIn = await startStandIn(network, THREADS_TOKEN);
  platform = createThreadsPlatform(threadsRules, createTestOutbound(), THREADS_CLIENT, standIn.url, standIn.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => standIn.stop());

describePlatform('Threads', async () => ({ platform, entered, credentials, listTexts }));

describeConnector('Threads', () => ({
  platform,
  credentials,
  standIn,
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
  standIn,
  secret: THREADS_TOKEN,
  listTexts,
  listPictures: () => network.containers.findLast(({ postId }) => postId !== null)?.pictures ?? [],
  isUploading: ({ method, path }) => method === 'POST' && path.endsWith('/threads'),
}));

describe('Threads', () => {
  it('publishes the container of an earlier try, and never makes a second', async () => {
    const { payload, intent } = prepare(platform, 'one container');
    standIn.fail('limits the rate');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    standIn.fail(null);
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({
      kind: 'published',
      url: expect.stringContaining('threads.net/@harbour/post/'),
    });
    expect(network.containers.filter(({ text }) => text === 'one container')).toHaveLength(1);
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
    standIn.fail('limits the rate');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    standIn.fail(null);
    Object.assign(network.containers.at(-1) ?? {}, { status: 'EXPIRED' });
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
    expect(network.containers.filter(({ text }) => text === 'a day later').map(({ status }) => status)).toEqual(['EXPIRED', 'PUBLISHED']);
  });

  it('is not sure while Threads still works on a container, and sends nothing of a broken one', async () => {
    const { payload, intent } = prepare(platform, 'slow to come');
    standIn.fail('resets the connection');
    await platform.publish(payload, credentials, intent, learningHooks(intent));
    standIn.fail(null);
    const container = network.containers.at(-1);
    Object.assign(container ?? {}, { status: 'IN_PROGRESS' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    Object.assign(container ?? {}, { status: 'ERROR' });
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind: 'rejected' });
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
  });

  it('trades the token of an hour for one of 60 days, and renews that', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: '@harbour', externalId: '17', credentials: { accessToken: THREADS_TOKEN } });
    expect(await platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(5_000))).toMatchObject({
      expiresAt: expect.any(String),
    });
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('Invalid authorization code');
  });
});
