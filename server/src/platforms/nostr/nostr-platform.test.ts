import { finalizeEvent, generateSecretKey, getPublicKey, nip19, verifyEvent } from 'nostr-tools';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { serverLimitsOf } from '../network-rules.ts';
import type { Outcome } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { learningHooks, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeBlossom } from '../testing/fake-blossom.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { type RelayKnob, startNostrRelay, type TestRelay } from '../testing/nostr-relay.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createNostrPlatform } from './nostr-platform.ts';
import { nostrRules } from './nostr-rules.ts';

// The real relay of @nostr-relay/core, which checks ids and signatures (NIP-01). Images go to a fake server that
// follows github.com/hzrd149/blossom (BUD-01, 02, 11).
const mediaServer = createFakeBlossom();
const platform = createNostrPlatform(nostrRules, createTestOutbound());
const key = generateSecretKey();
const secretKey = nip19.nsecEncode(key);
let relay: TestRelay;
let fake: FakeServer;
const credentials = () => ({ secretKey, relays: relay.url, mediaServer: fake.url });
const notes = () => relay.events.filter(({ kind }) => kind === 1);

beforeAll(async () => {
  relay = await startNostrRelay();
  fake = await startFakeServer(mediaServer, secretKey);
});
afterAll(() => Promise.all([relay.stop(), fake.stop()]));

describePlatform('Nostr', async () => ({
  platform,
  entered: credentials(),
  credentials: credentials(),
  listTexts: async () => notes().map(({ content }) => content),
}));

describeComments('Nostr', () => ({
  ...{ platform, credentials: credentials() },
  // The reply names its root, and its parent where that is another (NIP-10).
  listComments: async () =>
    notes().map(({ content, tags }) => ({ text: content, under: tags.findLast(([name]) => name === 'e')?.[1] ?? '' })),
  idOf: async (text) => notes().find(({ content }) => content === text)?.id,
}));

describePictures('Nostr', () => ({
  platform,
  credentials: credentials(),
  fake,
  secret: secretKey,
  // The addresses of a note's images follow its text.
  listTexts: async () => notes().map(({ content }) => content.split('\n')[0] ?? ''),
  listPictures: () =>
    picturesOf(notes().at(-1)).map(({ url, x, alt = '' }) => {
      expect(notes().at(-1)?.content.split('\n')).toContain(url);
      const isThere = url?.startsWith(`${fake.url}/${x}.`) && mediaServer.blobs.has(x ?? '');
      return { sha256: isThere ? (x ?? '') : 'not there', altText: alt };
    }),
  isUploading: ({ path }) => path === '/upload',
}));

describeVideos('Nostr', () => ({
  platform,
  credentials: credentials(),
  fake,
  secret: secretKey,
  listTexts: async () => notes().map(({ content }) => content.split('\n')[0] ?? ''),
  seenVideo() {
    const [{ url, x = '' } = {}] = picturesOf(notes().at(-1));
    return url === `${fake.url}/${x}.mp4` && mediaServer.blobs.has(x) ? x : null;
  },
  isUploading: ({ path }) => path === '/upload',
}));

/** The fields of each `imeta` tag (NIP-92). */
function picturesOf(note: { tags: string[][] } | undefined): Record<string, string>[] {
  const tags = note?.tags.filter(([name]) => name === 'imeta') ?? [];
  return tags.map(([, ...fields]) => Object.fromEntries(fields.map((field) => [field.split(' ')[0], field.slice(field.indexOf(' ') + 1)])));
}

describe('Nostr with pictures', () => {
  const file = { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: 1, height: 1 };

  it('finds the note again although the account has another media server by now', async () => {
    const { payload, intent } = prepare(platform, 'found by its address', [], [PICTURE]);
    const outcome = await platform.publish(payload, credentials(), intent, learningHooks(intent));
    const moved = { ...credentials(), mediaServer: 'https://elsewhere.example' };
    expect(await platform.find(payload, moved, intent)).toEqual({ ...outcome, kind: 'found' });
  });

  it('sends the same note again although the account has another media server by now', async () => {
    const { payload, intent } = prepare(platform, 'sent again to its address', [], [PICTURE]);
    const outcome = await platform.publish(payload, credentials(), intent, learningHooks(intent));
    const moved = { ...credentials(), mediaServer: 'https://elsewhere.example' };
    expect(await platform.publish(payload, moved, intent, learningHooks(intent))).toEqual(outcome);
    expect(intent.keys).toEqual({ mediaServer: fake.url });
    expect(await platform.find(payload, credentials(), intent)).toEqual({ ...outcome, kind: 'found' });
  });

  it('sends nothing without a media server, or with one that changes the bytes', async () => {
    const { payload, intent } = prepare(platform, 'without a server', [], [{ kind: 'image', bytes: 3, file }]);
    const without = { ...credentials(), mediaServer: '' };
    expect(await platform.publish(payload, without, intent, sendHooks())).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('name one'),
    });
    const hooks = { ...sendHooks(), openImage: async () => Buffer.from('other bytes') };
    expect(await platform.publish(payload, credentials(), intent, hooks)).toMatchObject({ kind: 'rejected' });
    expect(notes().some(({ content }) => content.startsWith('without a server'))).toBe(false);
  });
});

describe('Nostr, when a relay fails', () => {
  it.each<[RelayKnob, Outcome['kind'], number]>([
    ['keeps it and says nothing', 'unknown', 1],
    ['keeps it and hangs up', 'unknown', 1],
    ['hangs up', 'unknown', 0],
    ['says nothing', 'unknown', 0],
    ['refuses: error: the disk is full', 'unknown', 0],
    ['refuses: rate-limited: slow down', 'rate_limited', 0],
    ['refuses: restricted: members only', 'rejected', 0],
    ['refuses: auth-required: and not like this', 'rejected', 0],
    ['refuses: blocked: no thank you', 'rejected', 0],
  ])('and %s, reports %s', async (knob, kind, posts) => {
    const { payload, intent } = prepare(platform, knob);
    // Gives up after it was sent, however long connecting has taken.
    const giveUp = new AbortController();
    const onSending = vi.fn(async () => void setTimeout(() => giveUp.abort(), 300));
    relay.fail(knob);
    const outcome = await platform.publish(payload, credentials(), intent, { ...sendHooks(), onSending, signal: giveUp.signal });
    relay.fail(null);
    expect(outcome).toMatchObject({ kind });
    expect(JSON.stringify(outcome).includes('with other relays.')).toBe(/restricted|auth-required|blocked/.test(knob));
    expect(onSending).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(outcome)).not.toContain(secretKey);
    expect(notes().filter(({ content }) => content === knob)).toHaveLength(posts);
    expect((await platform.find(payload, credentials(), intent)).kind).toBe(posts ? 'found' : 'absent');
  });

  it('takes a relay that refuses an event as a duplicate for one that has it', async () => {
    const { payload, intent } = prepare(platform, 'had before');
    const outcome = await platform.publish(payload, credentials(), intent, sendHooks());
    relay.fail('refuses: duplicate: already have this event');
    expect(await platform.publish(payload, credentials(), intent, sendHooks())).toEqual(outcome);
    relay.fail(null);
    expect(outcome).toMatchObject({ kind: 'published' });
  });

  it('counts on the relays that are there, and trusts no absence while one is away', async () => {
    const { payload, intent } = prepare(platform, 'one of two');
    const both = { secretKey, relays: `ws://127.0.0.1:9/, ${relay.url}` };
    expect(await platform.find(payload, both, intent)).toMatchObject({ kind: 'unsure' });
    expect(await platform.publish(payload, both, intent, sendHooks())).toMatchObject({ kind: 'published' });
    expect(await platform.find(payload, both, intent)).toMatchObject({ kind: 'found' });
    const away = { secretKey, relays: 'ws://127.0.0.1:9/' };
    expect(await platform.publish(payload, away, intent, sendHooks())).toMatchObject({ kind: 'unavailable' });
    expect(await platform.check(away, AbortSignal.timeout(2_000))).toMatchObject({ kind: 'unclear' });
  });
});

describe('Nostr', () => {
  it('names itself to a relay that asks who writes or asks (NIP-42), and to no other', async () => {
    relay.asksForNames(true);
    relay.events.push(finalizeEvent({ kind: 0, created_at: 2, tags: [], content: '{"name":"Quay"}' }, key));
    expect(await platform.connect(credentials())).toMatchObject({ handle: 'Quay' });
    const { payload, intent } = prepare(platform, 'among members');
    expect(await platform.publish(payload, credentials(), intent, sendHooks())).toMatchObject({ kind: 'published' });
    expect(await platform.find(payload, credentials(), intent)).toMatchObject({ kind: 'found' });
    relay.asksForNames(false);
    expect(relay.events.pop()?.content).toBe('among members');
    relay.events.pop();
  });

  it.each([
    [413, undefined, 'the file is too large'],
    [402, undefined, 'status 402'],
    [415, { message: 'No videos here' }, 'No videos here'],
  ])('sends no file again that the media server refuses without a header, with status %s', async (status, body, message) => {
    const wholeHandle = mediaServer.handle;
    mediaServer.handle = () => ({ status, ...(body && { body }) });
    const { payload, intent } = prepare(platform, 'a large picture', [], [PICTURE]);
    const outcome = await platform.publish(payload, credentials(), intent, sendHooks());
    mediaServer.handle = wholeHandle;
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining(message) });
  });

  it('notifies the accounts mentioned in a post, each once, and no invalid one', async () => {
    const [one, two] = [generateSecretKey(), generateSecretKey()].map((secret) => getPublicKey(secret));
    const npub = nip19.npubEncode(one ?? '');
    const nprofile = nip19.nprofileEncode({ pubkey: two ?? '', relays: ['wss://relay.example.org'] });
    const wrong = `${npub.slice(0, -1)}${npub.endsWith('q') ? 'p' : 'q'}`;
    const text = `Thanks nostr:${npub}, nostr:${nprofile} and nostr:${npub}! Not nostr:${wrong}, not ${npub}.`;
    const { payload, intent } = prepare(platform, text);
    expect(await platform.publish(payload, credentials(), intent, sendHooks())).toMatchObject({ kind: 'published' });
    const note = notes().find(({ content }) => content === text);
    expect(note?.tags.filter(([name]) => name === 'p')).toEqual([
      ['p', one],
      ['p', two],
    ]);
    expect(platform.preview({ text, tags: [], thread: [], link: null }).parts[0]?.facets).toContainEqual(
      expect.objectContaining({ kind: 'mention', target: `nostr:${npub}` }),
    );
  });

  it('reads the relays’ limits, and keeps the strictest, so that all of them accept a note', async () => {
    const other = await startNostrRelay();
    Object.assign(relay.limitation, { max_content_length: 20_000, max_event_tags: 50 });
    Object.assign(other.limitation, { max_content_length: 12_000, max_message_length: 65_536 });
    const { limits } = await platform.connect({ ...credentials(), relays: `${relay.url}, ${other.url}` });
    await other.stop();
    expect(serverLimitsOf(limits ?? []).map(({ field, unit, max }) => [field, unit, max])).toEqual([
      ['text', 'code_points', 12_000],
      ['text', 'bytes', 64_512],
      ['tags', 'items', 50],
    ]);
  });

  it('signs exactly what was approved, and links a thread by NIP-10', async () => {
    const { payload, intent } = prepare(platform, 'root é 🌊', ['reply one', 'reply two']);
    const outcome = await platform.publish(payload, credentials(), intent, sendHooks());
    const [root, first, second] = notes().slice(-3);
    expect([root, first, second].map((event) => event?.content)).toEqual(['root é 🌊', 'reply one', 'reply two']);
    expect(outcome).toMatchObject({ kind: 'published', providerId: root?.id });
    expect(first?.tags).toContainEqual(['e', root?.id, '', 'root']);
    expect(second?.tags).toContainEqual(['e', first?.id, '', 'reply']);
    expect(root && verifyEvent(structuredClone(root))).toBe(true);
  });

  it('shows the name of the profile', async () => {
    relay.events.push(finalizeEvent({ kind: 0, created_at: 1, tags: [], content: '{"name":"Harbour"}' }, key));
    expect(await platform.connect(credentials())).toMatchObject({ handle: 'Harbour' });
  });

  it.each([
    [{ secretKey: 'nsec1wrong', relays: 'wss://nos.lol' }, 'begins with "nsec1"'],
    [{ secretKey, relays: 'ws://nos.lol' }, 'begin with wss://'],
    [{ secretKey, relays: ' , ' }, '1 to 8 relays'],
  ])('refuses credentials that cannot work, without repeating the key', async (entered, message) => {
    await expect(platform.connect(entered)).rejects.toThrow(message);
    await expect(platform.connect(entered)).rejects.not.toThrow(secretKey);
  });
});
