import { randomBytes } from 'node:crypto';
import { Agent, AppBskyFeedPost, CredentialSession } from '@atproto/api';
import { TID } from '@atproto/common-web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256Of } from '../../media/is-intact.ts';
import { noisyPicture } from '../../testing/pictures.ts';
import { type BlueskyAccount, type BlueskyServer, startBlueskyServer } from '../../testing/servers/bluesky-server.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Post, SendHooks } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { HARBOUR_POST, prepare, sendHooks } from '../testing/contract-posts.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { createBlueskyPlatform } from './bluesky-platform.ts';
import { blueskyRules } from './bluesky-rules.ts';
import { blobCid } from './image-embed.ts';

let server: BlueskyServer;
let account: BlueskyAccount;
let credentials: Credentials;
const platform = createBlueskyPlatform(blueskyRules, createTestOutbound());
const entered = () => ({ service: server.url, identifier: account.handle, appPassword: account.appPassword });

beforeAll(async () => {
  server = await startBlueskyServer();
  account = await server.createAccount('harbour.test', 'correct horse');
  ({ credentials } = await platform.connect(entered()));
});
afterAll(() => server?.stop());

async function listRecords(): Promise<{ uri: string; value: AppBskyFeedPost.Record }[]> {
  const agent = new Agent(new CredentialSession(new URL(server.url)));
  const { data } = await agent.com.atproto.repo.listRecords({ repo: account.did, collection: 'app.bsky.feed.post', limit: 100 });
  return data.records.map(({ uri, value }) => ({ uri, value: value as AppBskyFeedPost.Record }));
}

describePlatform('Bluesky', async () => ({
  platform,
  entered: entered(),
  credentials,
  listTexts: async () => (await listRecords()).map(({ value }) => value.text),
}));

describeComments('Bluesky', () => ({
  ...{ platform, credentials },
  listComments: async () => (await listRecords()).map(({ value }) => ({ text: value.text, under: value.reply?.parent.uri ?? '' })),
  idOf: async (text) => (await listRecords()).find(({ value }) => value.text === text)?.uri,
}));

describe('Bluesky records', () => {
  const record = (post: Partial<Post>): JsonObject => {
    const [first] = platform.build({ ...HARBOUR_POST, tags: [], link: null, ...post }).records as JsonObject[];
    return first ?? {};
  };

  it('count their facets in bytes and have their targets', () => {
    const text = 'Hé 🌊 https://example.org/a #tide';
    const bytes = Buffer.from(text);
    const facets = record({ text }).facets as { index: { byteStart: number; byteEnd: number }; features: JsonObject[] }[];
    expect(facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString())).toEqual([
      'https://example.org/a',
      '#tide',
    ]);
    expect(facets.map(({ features }) => features[0])).toEqual([
      { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org/a' },
      { $type: 'app.bsky.richtext.facet#tag', tag: 'tide' },
    ]);
  });

  it('leave mentions as plain text, since their DID is not known', () => {
    expect(record({ text: 'hello @skipper.test' })).not.toHaveProperty('facets');
  });

  it('keep tags that are not in the text in a field of their own', () => {
    expect(record({ text: 'high #Tide', tags: ['tide', 'harbour'] }).tags).toEqual(['harbour']);
  });

  it('take more tags in the text than the field does', () => {
    const tags = 'abcdefghij'.split('').map((letter) => `tide${letter}`);
    const text = tags.map((tag) => `#${tag}`).join(' ');
    expect(platform.validate({ text, tags, thread: [], link: null })).toEqual([]);
    expect(platform.validate({ text: 'none', tags, thread: [], link: null })).toMatchObject([
      { code: 'too_many_tags', count: 10, limit: 8 },
    ]);
  });

  it('have the language if it can be detected, and none otherwise', () => {
    expect(record({ text: 'The harbour opens at nine and we are all very glad of it.' }).langs).toEqual(['en']);
    expect(record({ text: '港が開きます。' }).langs).toEqual(['ja']);
    expect(record({ text: 'Lorem ipsum dolor' })).not.toHaveProperty('langs');
  });

  it.each<[string, Partial<Post>]>([
    ['an ordinary post', HARBOUR_POST],
    ['a long tag of many bytes', { text: `#${'é̂̃'.repeat(60)} and #${'👩‍👩‍👧‍👦'.repeat(40)}` }],
    ['an address that is not ASCII', { text: 'see https://bücher.example/straße?q=ü', link: 'https://bücher.example/' }],
    [
      'exactly the limits',
      {
        text: 'é'.repeat(300),
        tags: Array.from({ length: 8 }, (_, index) => `${'t'.repeat(63)}${index}`.replace(/\d$/, 'abcdefgh'[index] ?? 'x')),
      },
    ],
    ['a thread', { thread: ['second', 'third'] }],
  ])('match the lexicon: %s', (_, change) => {
    const post = { ...HARBOUR_POST, ...change };
    expect(platform.validate(post)).toEqual([]);
    for (const part of platform.build(post).records as JsonObject[]) {
      const complete = { ...part, createdAt: '2026-11-21T09:30:00.000Z' };
      const result = AppBskyFeedPost.validateRecord(complete);
      expect(result.success || result.error).toBe(true);
    }
  });

  it('get keys that grow along the thread and never repeat', () => {
    const payload = platform.build({ ...HARBOUR_POST, thread: ['second', 'third'] });
    const createdAt = new Date('2026-11-21T09:30:00.000Z');
    const keys = Array.from({ length: 200 }, (_, n) => platform.allocate(payload, { id: `pub_${n}`, createdAt }).rkeys as string[]);
    for (const rkeys of keys) {
      expect(rkeys).toHaveLength(3);
      expect(rkeys).toEqual([...rkeys].sort());
      for (const rkey of rkeys) expect(TID.is(rkey) && /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(rkey)).toBe(true);
    }
    expect(new Set(keys.map(([first]) => first)).size).toBe(200);
    expect(platform.allocate(payload, { id: 'pub_7', createdAt }).rkeys).toEqual(keys[7]);
  });
});

describe('Bluesky on a real server', () => {
  it('publishes exactly the approved records, with the time and the key of the intent', async () => {
    const payload = platform.build(HARBOUR_POST);
    const intent = {
      id: 'pub_1',
      createdAt: '2026-11-21T09:30:00.000Z',
      keys: platform.allocate(payload, { id: `pub_${crypto.randomUUID()}`, createdAt: new Date() }),
    };
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const [rkey] = intent.keys.rkeys as string[];
    const uri = `at://${account.did}/app.bsky.feed.post/${rkey}`;
    expect(outcome).toEqual({
      kind: 'published',
      providerId: uri,
      url: `${server.url}/xrpc/com.atproto.repo.getRecord?repo=${encodeURIComponent(account.did)}&collection=app.bsky.feed.post&rkey=${rkey}`,
    });
    const stored = (await listRecords()).find((record) => record.uri === uri);
    const [approved] = payload.records as JsonObject[];
    expect(stored?.value).toEqual({ ...approved, createdAt: intent.createdAt });
    const opened = await fetch(outcome.kind === 'published' && outcome.url ? outcome.url : '');
    expect(await opened.json()).toMatchObject({ value: { text: HARBOUR_POST.text } });
  });

  it('publishes a thread with consecutive replies, once', async () => {
    const { payload, intent } = prepare(platform, 'thread 1/3', ['thread 2/3', 'thread 3/3']);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(outcome);
    const parts = (await listRecords()).filter(({ value }) => value.text.startsWith('thread ')).sort((a, b) => (a.uri < b.uri ? -1 : 1));
    expect(parts.map(({ value }) => value.text)).toEqual(['thread 1/3', 'thread 2/3', 'thread 3/3']);
    expect(parts.map(({ value }) => value.reply?.parent.uri)).toEqual([undefined, parts[0]?.uri, parts[1]?.uri]);
    expect(parts[2]?.value.reply?.root.uri).toBe(parts[0]?.uri);
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: parts[0]?.uri });
  });

  it('reports a partly published thread, which the same intent completes', async () => {
    const { payload, intent } = prepare(platform, 'half a thread', ['the lost half']);
    const [first] = payload.records as JsonObject[];
    const [rkey] = intent.keys.rkeys as string[];
    const half = { payload: { records: [first ?? {}] }, intent: { ...intent, keys: { rkeys: [rkey ?? ''] } } };
    await platform.publish(half.payload, credentials, half.intent, sendHooks());
    expect(await platform.find(payload, credentials, intent)).toMatchObject({
      kind: 'partial',
      message: '1 of 2 posts of the thread are published on Bluesky.',
    });
    expect((await platform.publish(payload, credentials, intent, sendHooks())).kind).toBe('published');
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    expect((await listRecords()).filter(({ value }) => value.text.includes('half a thread'))).toHaveLength(1);
  });

  it('reports the server’s refusal as rejected, with its reason', async () => {
    const { payload, intent } = prepare(platform, 'x'.repeat(301));
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/text/),
    });
  });

  it('knows a revoked password before anything is sent', async () => {
    const { payload, intent } = prepare(platform, 'never seen');
    const hooks = { ...sendHooks(), onSending: () => Promise.reject(new Error('must not be asked')) };
    const revoked = { ...credentials, appPassword: 'aaaa-bbbb-cccc-dddd' };
    expect(await platform.publish(payload, revoked, intent, hooks)).toMatchObject({ kind: 'unauthorized' });
    expect(await platform.find(payload, revoked, intent)).toMatchObject({ kind: 'unsure' });
  });

  it('binds the credentials to the account and not to its handle', async () => {
    const connected = await platform.connect({ ...entered(), identifier: '@harbour.test' });
    expect(connected).toMatchObject({ handle: 'harbour.test', externalId: account.did, credentials: { identifier: account.did } });
  });

  it("refuses the account's own password, a wrong one, and an address in the open", async () => {
    await expect(platform.connect({ ...entered(), appPassword: 'correct horse' })).rejects.toThrow("the account's own password");
    await expect(platform.connect({ ...entered(), appPassword: 'wrong' })).rejects.toThrow('does not accept the handle and app password');
    await expect(platform.connect({ ...entered(), service: 'http://example.org' })).rejects.toThrow('must begin with https://');
    await expect(platform.connect({ ...entered(), service: 'https://user@example.org/x' })).rejects.toThrow('"service" must be');
    await expect(platform.connect({ service: server.url, identifier: 'harbour.test' })).rejects.toThrow('"appPassword" must be');
    await expect(platform.connect({ ...entered(), token: 'x' })).rejects.toThrow('does not use "token"');
    await expect(platform.connect({ ...entered(), service: 'http://127.0.0.1:4' })).rejects.toThrow('no Bluesky server at that address');
  });
});

describe('Bluesky pictures', () => {
  const picture = noisyPicture(60, 40).jpeg().toBuffer();

  async function withPicture(): Promise<Post> {
    const bytes = await picture;
    const file = { mediaId: 'med_1', sha256: sha256Of(bytes), mimeType: 'image/jpeg', width: 60, height: 40 };
    return { ...HARBOUR_POST, text: 'Boats at dawn', media: [{ kind: 'image', bytes: bytes.length, altText: 'Three boats.', file }] };
  }

  it('are in the record by the hash of their bytes, are uploaded before it, and served as they were signed', async () => {
    const bytes = await picture;
    const payload = platform.build(await withPicture());
    const intent = {
      ...prepare(platform, '').intent,
      keys: platform.allocate(payload, { id: `pub_${crypto.randomUUID()}`, createdAt: new Date() }),
    };
    const opened: string[] = [];
    const openImage = async (sha256: string) => {
      opened.push(sha256);
      return bytes;
    };
    const outcome = await platform.publish(payload, credentials, intent, { ...sendHooks(), openImage });
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(opened).toEqual([sha256Of(bytes)]);

    const { value } = (await listRecords()).find(({ uri }) => uri === outcome.providerId) ?? {};
    const [approved] = payload.records as JsonObject[];
    expect(JSON.parse(JSON.stringify(value?.embed))).toEqual(approved?.embed);
    const cid = blobCid(sha256Of(bytes));
    const served = await fetch(`${server.url}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did: account.did, cid })}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('that are missing, or not those signed, end the attempt before any call', async () => {
    const payload = platform.build(await withPicture());
    const intent = {
      ...prepare(platform, '').intent,
      keys: platform.allocate(payload, { id: `pub_${crypto.randomUUID()}`, createdAt: new Date() }),
    };
    const other = await noisyPicture(10, 10).jpeg().toBuffer();
    for (const openImage of [() => Promise.reject(new Error('gone')), async () => other]) {
      const onSending = vi.fn(async () => {});
      expect(await platform.publish(payload, credentials, intent, { ...sendHooks(), openImage, onSending })).toMatchObject({
        kind: 'unavailable',
      });
      expect(onSending).not.toHaveBeenCalled();
    }
  });
});

describe('Bluesky videos', () => {
  const film = randomBytes(9 * 1_048_576 + 17);
  const file = { mediaId: 'med_1', sha256: sha256Of(film), mimeType: 'video/mp4', width: 1080, height: 1920 };
  const post: Post = {
    ...HARBOUR_POST,
    text: 'A film of boats',
    media: [{ kind: 'video', bytes: film.length, seconds: 20, altText: 'Boats come in.', file }],
  };
  const hooksWith = (readMedia: SendHooks['readMedia']) => ({ ...sendHooks(), readMedia });
  const intentOf = (payload: JsonObject) => ({
    ...prepare(platform, '').intent,
    keys: platform.allocate(payload, { id: `pub_${crypto.randomUUID()}`, createdAt: new Date() }),
  });

  it('are in the record by the hash of their bytes, are sent a part at a time, and served as they were signed', async () => {
    const payload = platform.build(post);
    const read: number[] = [];
    const readMedia = async (_sha256: string, from: number, to: number) => {
      read.push(to - from);
      return film.subarray(from, to);
    };
    const intent = intentOf(payload);
    const outcome = await platform.publish(payload, credentials, intent, hooksWith(readMedia));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(Math.max(...read)).toBeLessThanOrEqual(1_048_576);
    const { value } = (await listRecords()).find(({ uri }) => uri === outcome.providerId) ?? {};
    const [approved] = payload.records as JsonObject[];
    expect(JSON.parse(JSON.stringify(value?.embed))).toEqual(approved?.embed);
    expect(approved?.embed).toMatchObject({ $type: 'app.bsky.embed.video', alt: 'Boats come in.' });
    const back = await platform.readBack?.(payload, credentials, intent, outcome, AbortSignal.timeout(60_000));
    expect(back).toMatchObject({ kind: 'found', published: { alt_texts: 'Boats come in.', pictures: sha256Of(film) } });
    const cid = blobCid(sha256Of(film));
    const served = await fetch(`${server.url}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did: account.did, cid })}`);
    expect(sha256Of(Buffer.from(await served.arrayBuffer()))).toBe(sha256Of(film));
  });

  it('that are gone, or break off while they are sent, leave no post, and the same attempt again makes the one', async () => {
    const payload = platform.build({ ...post, text: 'A film at the second try' });
    const intent = intentOf(payload);
    const gone = () => Promise.reject(new Error('gone'));
    const half = (_sha256: string, from: number, to: number) => (from < 3_000_000 ? Promise.resolve(film.subarray(from, to)) : gone());
    for (const readMedia of [gone, half]) {
      const onSending = vi.fn(async () => {});
      const outcome = await platform.publish(payload, credentials, intent, { ...hooksWith(readMedia), onSending });
      expect(outcome).toMatchObject({ kind: 'unavailable' });
      expect(onSending).not.toHaveBeenCalled();
    }
    const whole = async (_sha256: string, from: number, to: number) => film.subarray(from, to);
    expect(await platform.publish(payload, credentials, intent, hooksWith(whole))).toMatchObject({ kind: 'published' });
    expect(await platform.publish(payload, credentials, intent, hooksWith(whole))).toMatchObject({ kind: 'published' });
    expect((await listRecords()).filter(({ value }) => value.text === 'A film at the second try')).toHaveLength(1);
  });
});
