import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeHashnode, HASHNODE_TOKEN } from '../testing/fake-hashnode.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { createHashnodePlatform } from './hashnode-platform.ts';
import { hashnodeRules } from './hashnode-rules.ts';

// Follows github.com/Hashnode/gql-skill: me, publication, publishPost, updatePost, removePost, createImageUploadURL, confirmImageUpload.
const network = createFakeHashnode();
const entered = { token: HASHNODE_TOKEN, publication: 'https://harbour.hashnode.dev/' };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.state.posts.filter(({ isRemoved }) => !isRemoved).map(({ title }) => title);

beforeAll(async () => {
  fake = await startFakeServer(network, HASHNODE_TOKEN);
  network.state.address = fake.url;
  platform = createHashnodePlatform(hashnodeRules, createTestOutbound(), `${fake.url}/`);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Hashnode', async () => ({ platform, entered, credentials, listTexts }));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: HASHNODE_TOKEN,
  listTexts,
  sentContent(body) {
    const { publicationId: _, slug: __, ...content } = (body as { variables: { input: JsonObject } }).variables.input;
    return content;
  },
  approvedContent: (payload) => payload,
});

const refusal = (code: string, message: string) => ({ status: 200, body: { data: null, errors: [{ message, extensions: { code } }] } });

describeConnector('Hashnode', setUp, [
  [
    'which input was wrong',
    refusal('BAD_USER_INPUT', 'title must not be empty'),
    { kind: 'rejected', message: expect.stringContaining('title') },
  ],
  [
    'that the blog has lost its plan',
    refusal('FORBIDDEN', 'Publication does not have an active Pro plan. Upgrade in your dashboard to access this via the API.'),
    { kind: 'unauthorized', message: expect.stringContaining('Pro plan') },
  ],
  ['nothing certain when it failed inside', refusal('INTERNAL_SERVER_ERROR', 'Internal server error'), { kind: 'unknown' }],
]);

describePictures('Hashnode', () => ({
  platform,
  credentials,
  fake,
  secret: HASHNODE_TOKEN,
  listTexts,
  listPictures: () => network.picturesOf(network.state.posts.at(-1)),
  isUploading: ({ path }) => path.startsWith('/bucket/'),
}));

describe('Hashnode', () => {
  it('connects the blog at the given address, and names the blogs where that is none of them', async () => {
    expect(await platform.connect(entered)).toMatchObject({ handle: 'Harbour Notes (@harbour)', externalId: '64a1' });
    expect(await platform.connect({ ...entered, publication: 'tides.example.org' })).toMatchObject({ externalId: '64a2' });
    await expect(platform.connect({ token: HASHNODE_TOKEN })).rejects.toThrow(
      "one of the account's blogs: harbour.hashnode.dev, tides.example.org",
    );
    await expect(platform.connect({ ...entered, token: 'another token' })).rejects.toThrow('You must be authenticated.');
  });

  it('says that a blog without Hashnode Pro cannot be published on', async () => {
    network.state.isPro = false;
    await expect(platform.connect(entered)).rejects.toThrow('The blog is not on Hashnode Pro');
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'revoked' });
    network.state.isPro = true;
  });

  it('sends Markdown as it is, under a slug chosen in advance, with tags that it creates', async () => {
    const text = '# Tide & time\n\nCome **early**:\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    const payload = platform.build({ text, tags: ['Open Data', 'حديقة'], thread: [], link: null });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(outcome);
    const [post, ...others] = network.state.posts.filter(({ title }) => title === 'Tide & time');
    expect(others).toEqual([]);
    expect(post).toMatchObject({
      slug: expect.stringMatching(/^tide-time-[0-9a-f]{10}$/),
      markdown: 'Come **early**:\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      tags: [
        { slug: 'open-data', name: 'Open Data' },
        { slug: expect.stringMatching(/^[0-9a-f]{10}$/), name: 'حديقة' },
      ],
    });
  });

  it('removes no post of someone else, and reads one as gone that was removed there', async () => {
    const { payload, intent } = prepare(platform, 'Removed there');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const ask = [payload, credentials, intent, outcome, new AbortController().signal] as const;
    network.state.role = 'co-author';
    expect(await platform.retract?.(...ask)).toMatchObject({ kind: 'refused', message: expect.stringContaining('Only the author') });
    network.state.role = 'author';
    expect(await platform.readBack?.(...ask)).toMatchObject({ kind: 'found' });
    expect(await platform.readMetrics?.(...ask)).toMatchObject({ kind: 'read' });
    Object.assign(network.state.posts.at(-1) ?? {}, { isRemoved: true });
    expect(await platform.readBack?.(...ask)).toEqual({ kind: 'gone', seenBy: 'public' });
    expect(await platform.readMetrics?.(...ask)).toEqual({ kind: 'gone' });
    expect(await platform.retract?.(...ask)).toEqual({ kind: 'removed' });
  });

  it('finds no post of another intent with the same title', async () => {
    const { payload, intent } = prepare(platform, 'One title for two');
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.find(payload, credentials, intentFor(platform, payload))).toEqual({ kind: 'absent' });
  });

  it('reads a post that is not there any more as gone', async () => {
    const { payload, intent } = prepare(platform, 'Deleted at Hashnode');
    const gone = { providerId: 'deleted', url: null };
    const ask = [payload, credentials, intent, gone, AbortSignal.timeout(60_000)] as const;
    expect(await platform.readBack?.(...ask)).toEqual({ kind: 'gone', seenBy: 'public' });
  });
});
