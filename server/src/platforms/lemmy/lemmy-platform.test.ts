import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { compareFields } from '../platform/read-back.ts';
import type { Credentials, JsonObject, Post } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, learningHooks, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeLemmy, LEMMY_PASSWORD, LEMMY_SESSION } from '../testing/fake-lemmy.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { createLemmyPlatform } from './lemmy-platform.ts';
import { lemmyRules } from './lemmy-rules.ts';

const platform = createLemmyPlatform(lemmyRules, createTestOutbound());

// Follows LemmyNet/lemmy: version 3 of the API as in 0.19, and version 4 as in 1.0.
describe.each(['0.19.12', '1.0.0'] as const)('of Lemmy %s', (version) => {
  const network = createFakeLemmy(version);
  const name = `Lemmy ${version}`;
  let fake: FakeServer;
  let credentials: Credentials;
  const entered = () => ({ server: fake.url, username: 'harbour', password: LEMMY_PASSWORD, community: '!tides' });
  const listTexts = async () => network.state.posts.filter((post) => !post.isDeleted).map((post) => post.name);

  beforeAll(async () => {
    fake = await startFakeServer(network, LEMMY_SESSION);
    network.state.address = fake.url;
    const earlier = { id: 1, name: 'An earlier post', body: '', url: null, altText: '', communityId: 5, at: '2026-01-01T09:30:00Z' };
    network.state.posts.push(earlier);
    ({ credentials } = await platform.connect(entered()));
  });
  afterAll(() => fake.stop());

  describePlatform(name, async () => ({ platform, entered: entered(), credentials, listTexts }));

  describeComments(name, () => ({
    ...{ platform, credentials, fake, secret: LEMMY_SESSION },
    listComments: async () => network.state.comments,
    isCommenting: ({ method, path }) => method === 'POST' && path.endsWith('/comment'),
  }));

  const setUp = (): ConnectorSetUp => ({
    platform,
    credentials,
    fake,
    isPublishing: network.isPublishing,
    secret: LEMMY_SESSION,
    listTexts,
    sentContent(body) {
      const { community_id: community, ...content } = body as JsonObject;
      return community === 5 ? content : body;
    },
    approvedContent: (payload) => payload,
  });

  describeConnector(name, setUp, [
    [
      'that the community has banned the account, which a person has to resolve',
      { status: 400, body: { error: 'banned_from_community' } },
      { kind: 'unauthorized', message: expect.stringContaining('banned_from_community') },
    ],
    [
      'what is wrong with the link',
      { status: 400, body: { error: 'invalid_url', message: 'No host' } },
      { kind: 'rejected', message: expect.stringContaining('No host') },
    ],
  ]);

  describePictures(name, () => ({
    platform,
    credentials,
    fake,
    secret: LEMMY_SESSION,
    listTexts,
    listPictures: () => network.picturesOf(network.state.posts.at(-1)),
    isUploading: network.isUploading,
  }));

  it('connects one community, keeps the session and not the password', async () => {
    const connected = await platform.connect(entered());
    expect(connected).toMatchObject({
      handle: expect.stringMatching(/^@harbour@127\.0\.0\.1:\d+ in tides$/),
      externalId: expect.stringMatching(/\/109#5$/),
    });
    expect(JSON.stringify(connected.credentials)).not.toContain(LEMMY_PASSWORD);
    expect(connected.credentials).toMatchObject({ api: version === '1.0.0' ? 'v4' : 'v3', communityId: '5', personId: '109' });
    expect(await platform.check(connected.credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    await platform.revoke?.(connected.credentials, AbortSignal.timeout(60_000));
    expect(await platform.check(connected.credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'revoked' });
    network.state.hasSession = true;
  });

  it('stays signed in for longer than a week', async () => {
    const { credentials: own } = await platform.connect(entered());
    network.state.isWeekLater = true;
    expect(await platform.check(own, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    network.state.isWeekLater = false;
  });

  it.each([
    [{ password: 'another' }, 'Lemmy does not accept the name and password.'],
    [{ password: '' }, "Enter the account's password."],
    [{ community: 'ebb' }, 'The server knows no community ebb.'],
    [{ community: 'notices' }, 'Only its moderators may post in notices.'],
  ])('refuses %o', async (wrong, message) => {
    await expect(platform.connect({ ...entered(), ...wrong })).rejects.toThrow(message);
  });

  it('takes the code of a second factor', async () => {
    network.state.code = '123456';
    await expect(platform.connect(entered())).rejects.toThrow('two-factor authentication');
    await expect(platform.connect({ ...entered(), code: '654321' })).rejects.toThrow('Lemmy does not accept the code.');
    expect(await platform.connect({ ...entered(), code: '123456' })).toMatchObject({ credentials });
    network.state.code = null;
  });

  it('publishes Markdown with the link as the post’s address, and a picture in the text then', async () => {
    const link = 'https://example.org/tides';
    const post = { text: '# Tide & time\n\nCome **early**.', tags: [], thread: [], link };
    const payload = platform.build(post);
    await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks());
    expect(network.state.posts.at(-1)).toMatchObject({ name: 'Tide & time', body: 'Come **early**.', url: link, communityId: 5 });
    expect(platform.preview(post).linkCard).toMatchObject({ url: link });
  });

  it('takes no post with the same words and another link for its own, and is not sure', async () => {
    const [first, second] = ['tides', 'boats'].map((name) =>
      platform.build({ text: 'The same words', tags: [], thread: [], link: `https://example.org/${name}?utm_source=harbour` }),
    );
    if (!first || !second) throw new Error('There is no post.');
    const outcome = await platform.publish(first, credentials, intentFor(platform, first), sendHooks());
    const post = network.state.posts.at(-1);
    // Lemmy takes tracking parameters out of addresses.
    if (post) post.url = 'https://example.org/tides';
    expect(await platform.find(first, credentials, intentFor(platform, first))).toEqual({ ...outcome, kind: 'found' });
    expect(await platform.find(second, credentials, intentFor(platform, second))).toMatchObject({ kind: 'unsure' });
    network.state.posts.pop();
  });

  it('goes on with the pictures that an attempt before has uploaded', async () => {
    const pictures = [...'1234567'].map((sign) => ({ ...PICTURE, file: { ...PICTURE.file, sha256: sign.repeat(64) } }));
    const { payload, intent } = prepare(platform, 'Seven boats', [], pictures);
    network.state.picturesLeft = 6;
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'rate_limited' });
    network.state.picturesLeft = 1;
    expect(await platform.publish(payload, credentials, intent, learningHooks(intent))).toMatchObject({ kind: 'published' });
    network.state.picturesLeft = Number.POSITIVE_INFINITY;
    expect(network.picturesOf(network.state.posts.at(-1))).toHaveLength(7);
  });

  it.each([
    [413, { msg: 'File is too large' }, 'File is too large'],
    [413, '<h1>Request Entity Too Large</h1>', 'too large'],
  ])('says at once that a picture is refused, with status %s and %o', async (status, body, message) => {
    const wholeHandle = network.handle;
    network.handle = (request) => (network.isUploading(request) ? { status, body } : wholeHandle.call(network, request));
    const { payload, intent } = prepare(platform, 'A large boat', [], [PICTURE]);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    network.handle = wholeHandle;
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining(message) });
  });

  describe('reads a post back', () => {
    const link = 'https://example.org';
    const photo = (altText: string) => ({ ...PICTURE, altText });
    const readBack = platform.readBack as NonNullable<typeof platform.readBack>;
    afterEach(() => Object.assign(network.state, { isPrivate: false, hasSession: true }));

    async function givenPost(extras: Partial<Post> = {}) {
      const payload = platform.build({ text: '# Tide & time\n\nCome **early**.', tags: [], thread: [], link: null, ...extras });
      const intent = intentFor(platform, payload);
      const outcome = await platform.publish(payload, credentials, intent, sendHooks());
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      const post = network.state.posts.at(-1);
      if (!post) throw new Error('There is no post.');
      const read = () => readBack(payload, credentials, intent, outcome, new AbortController().signal);
      const differences = async () => {
        const found = await read();
        return found.kind === 'found' ? compareFields(found.signed, found.published).map(({ field }) => field) : found;
      };
      return { post, read, differences };
    }

    it.each<[string, Partial<Post>]>([
      ['a link', { link }],
      ['pictures', { media: [photo('Boats [in]\n the \\ rain'), photo('A second\none'), photo('')] }],
      ['a link and pictures', { link, media: [photo('Boats [in] rain'), photo('')] }],
      ['a picture of another site in the text', { text: 'Tide & time\n\n![sea](https://example.org/sea.jpg)' }],
    ])('as it was signed, with %s', async (_, extras) => {
      const { post, differences } = await givenPost(extras);
      // Lemmy's Url has a slash, and a server may show pictures of other sites through itself.
      if (post.url === link) post.url = `${link}/`;
      post.body = post.body.replace(
        'https://example.org/sea.jpg',
        `${fake.url}/api/v3/image_proxy?url=https%3A%2F%2Fexample.org%2Fsea.jpg`,
      );
      expect(await differences()).toEqual([]);
    });

    it('and names what someone changed', async () => {
      const { post, differences } = await givenPost({ link, media: [photo('Boats'), photo('A second one')] });
      post.body = post.body.replace('early', 'late').replace('Boats', 'Ships');
      Object.assign(post, { name: 'Tide', url: 'https://example.com/' });
      expect(await differences()).toEqual(['title', 'text', 'alt_texts', 'links']);
      post.body = post.body.split('\n\n').slice(0, -1).join('\n\n');
      expect(await differences()).toEqual(['title', 'text', 'pictures', 'alt_texts', 'links']);
    });

    it('as the account sees it, where only members see posts', async () => {
      const { read } = await givenPost();
      expect(await read()).toMatchObject({ kind: 'found', seenBy: 'public' });
      network.state.isPrivate = true;
      expect(await read()).toMatchObject({ kind: 'found', seenBy: 'account' });
      network.state.hasSession = false;
      expect(await read()).toMatchObject({ kind: 'unreadable' });
    });

    it('and says that it is gone, deleted or purged', async () => {
      const { post, read } = await givenPost();
      post.isDeleted = true;
      expect(await read()).toEqual({ kind: 'gone', seenBy: 'public' });
      network.state.posts.splice(network.state.posts.indexOf(post), 1);
      expect(await read()).toEqual({ kind: 'gone', seenBy: 'public' });
    });
  });

  describe('changes a published post', () => {
    const words = (text: string, extras: Partial<Post>) => platform.build({ text, tags: [], thread: [], link: null, ...extras });

    async function given(extras: Partial<Post> = {}) {
      const payload = words('Tide & time\n\nCome early.', extras);
      const intent = intentFor(platform, payload);
      const outcome = await platform.publish(payload, credentials, intent, sendHooks());
      const post = network.state.posts.at(-1);
      if (outcome.kind !== 'published' || !post) throw new Error(JSON.stringify(outcome));
      const edit = (edited: JsonObject) => platform.edits?.send(edited, credentials, intent, outcome, sendHooks());
      const remove = () => platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal);
      const read = (edited: JsonObject) => platform.readBack?.(edited, credentials, intent, outcome, new AbortController().signal);
      return { payload, post, edit, remove, read };
    }

    it.each<[string, Partial<Post>, Partial<Post>]>([
      ['with another link', { link: 'https://example.org/' }, { link: 'https://example.com/' }],
      ['without its link', { link: 'https://example.org/' }, {}],
      ['with its picture', { media: [{ ...PICTURE, altText: 'Boats' }] }, { media: [{ ...PICTURE, altText: 'Boats' }] }],
    ])('%s', async (_, before, after) => {
      const { edit, read } = await given(before);
      const edited = words('Tide\n\nCome late.', after);
      expect(await edit(edited)).toMatchObject({ kind: 'published' });
      const found = await read(edited);
      expect(found?.kind === 'found' ? compareFields(found.signed, found.published) : found).toEqual([]);
    });

    it('but not where its pictures are in the text', () => {
      const refuses = (extras: Partial<Post>) => platform.edits?.refuses(words('Tide & time\n\nCome early.', extras));
      expect(refuses({ media: [PICTURE, PICTURE] })).not.toBeNull();
      expect(refuses({ media: [PICTURE], link: 'https://example.org/' })).not.toBeNull();
    });

    it('unless the community has banned the account, or the post is gone', async () => {
      const { payload, post, edit, remove } = await given();
      network.state.isBanned = true;
      expect(await edit(payload)).toMatchObject({ kind: 'rejected', message: expect.stringContaining('banned') });
      expect(await remove()).toMatchObject({ kind: 'refused', message: expect.stringContaining('banned') });
      network.state.isBanned = false;
      post.isDeleted = true;
      expect(await edit(payload)).toMatchObject({ kind: 'rejected', message: 'The network no longer has this post.' });
      network.state.posts.pop();
      expect(await edit(payload)).toMatchObject({ kind: 'rejected', message: 'The network no longer has this post.' });
      expect(await remove()).toEqual({ kind: 'removed' });
    });
  });

  it.each(['couldnt_like_post', 'couldnt_mark_post_as_read', 'couldnt_create_post', 'unknown'])(
    'is not sure whether a post is out after %s, and finds it',
    async (fault) => {
      const { payload, intent } = prepare(platform, `Out in spite of ${fault}`);
      network.state.failsAfterwards = fault;
      const outcome = await platform.publish(payload, credentials, intent, sendHooks());
      network.state.failsAfterwards = null;
      expect(outcome).toMatchObject({ kind: 'unknown', message: expect.stringContaining(fault) });
      expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    },
  );

  it('takes no comment of the account for absent, whose link the server has cleaned', async () => {
    const { payload, intent } = prepare(platform, 'Above a link');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets: https://example.org/t?utm_source=lemmy' } });
    if (outcome.kind !== 'published' || !comment) throw new Error(JSON.stringify(outcome));
    network.state.failsAfterwards = 'couldnt_update_read_comments';
    const post = { ...outcome, payload, intent };
    expect(await platform.comments?.send(comment, credentials, intent, post, sendHooks())).toMatchObject({ kind: 'unknown' });
    network.state.failsAfterwards = null;
    expect(await platform.comments?.find?.(comment, credentials, intent, post)).toMatchObject({
      kind: version === '1.0.0' ? 'unsure' : 'found',
    });
  });

  it('finds a post that a moderator has removed', async () => {
    const { payload, intent } = prepare(platform, 'Removed by a moderator');
    await platform.publish(payload, credentials, intent, sendHooks());
    Object.assign(network.state.posts.at(-1) ?? {}, { isRemoved: true });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
  });

  it('takes nothing for absent that the settings of the account may hide from it', async () => {
    const { payload, intent } = prepare(platform, 'A bot that sees no bots');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets here' } });
    if (outcome.kind !== 'published' || !comment) throw new Error(JSON.stringify(outcome));
    const post = { ...outcome, payload, intent };
    network.state.hidesOwn = true;
    const kinds = [
      await platform.find(payload, credentials, intent),
      await platform.comments?.find?.(comment, credentials, intent, post),
    ].map((finding) => finding?.kind);
    network.state.hidesOwn = false;
    expect(kinds).toEqual(version === '1.0.0' ? ['found', 'absent'] : ['unsure', 'unsure']);
  });

  it('finds a post among later ones, and is not sure of one with the same title and another text', async () => {
    const { payload, intent } = prepare(platform, 'Found behind others');
    await platform.publish(payload, credentials, intent, sendHooks());
    for (let count = 1; count <= 21; count += 1) {
      const later = prepare(platform, `Later post ${count}`);
      await platform.publish(later.payload, credentials, later.intent, sendHooks());
    }
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    expect(await platform.find({ ...payload, body: 'Another text' }, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });
});

it('Lemmy is not looked for in a server that is something else', async () => {
  const other = {
    handle: () => ({ status: 200, body: { ok: true } }),
    isPublishing: () => false,
    refusals: createFakeLemmy('1.0.0').refusals,
  };
  const fake = await startFakeServer(other, LEMMY_SESSION);
  const entered = { server: fake.url, username: 'harbour', password: LEMMY_PASSWORD, community: 'tides' };
  await expect(platform.connect(entered)).rejects.toThrow('There is no Lemmy at that address.');
  expect(fake.requests.every(({ path }) => path.endsWith('/site'))).toBe(true);
  await fake.stop();
});
