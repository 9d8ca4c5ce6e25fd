import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { withFirstComment } from '../platform/first-comment.ts';
import type { Credentials, JsonObject, PostMedia } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { learningHooks, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeMastodon, MASTODON_TOKEN } from '../testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createMastodonPlatform } from './mastodon-platform.ts';
import { mastodonRules } from './mastodon-rules.ts';

// Follows docs.joinmastodon.org: methods/statuses, methods/media (v2), methods/instance (v2), methods/accounts, methods/apps, methods/oauth.
const network = createFakeMastodon();
const platform = createMastodonPlatform(mastodonRules, createTestOutbound(), 'https://countersign.example');
let fake: FakeServer;
let credentials: Credentials;
const entered = () => ({ server: fake.url, accessToken: MASTODON_TOKEN });
const listTexts = async () => network.statuses.map(({ text }) => text);

beforeAll(async () => {
  fake = await startFakeServer(network, MASTODON_TOKEN);
  ({ credentials } = await platform.connect(entered()));
});
afterAll(() => fake.stop());

describePlatform('Mastodon', async () => ({ platform, entered: entered(), credentials, listTexts }));

describeComments('Mastodon', () => ({
  ...{ platform, credentials, fake, secret: MASTODON_TOKEN },
  listComments: async () => network.statuses.map(({ text, replyTo }) => ({ text, under: replyTo ?? '' })),
  isCommenting: network.isPublishing,
  idOf: async (text) => network.statuses.find((each) => each.text === text)?.id ?? undefined,
}));

describeConnector('Mastodon', () => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: MASTODON_TOKEN,
  listTexts,
  sentContent(body) {
    const { content_type: type, ...content } = body as JsonObject;
    return type === 'text/plain' ? content : body;
  },
  approvedContent: ({ posts }) => (posts as JsonObject[])[0] ?? null,
}));

describePictures('Mastodon', () => ({
  platform,
  credentials,
  fake,
  secret: MASTODON_TOKEN,
  listTexts,
  listPictures: () => network.statuses.at(-1)?.pictures ?? [],
  isUploading: ({ path }) => path === '/api/v2/media',
}));

describeVideos('Mastodon', () => ({
  platform,
  credentials,
  fake,
  secret: MASTODON_TOKEN,
  listTexts,
  seenVideo: () => network.statuses.at(-1)?.pictures[0]?.sha256 ?? null,
  isUploading: ({ path }) => path === '/api/v2/media',
  readsBack: true,
  keepsUpload: true,
}));

describe('Mastodon', () => {
  it('reads the server’s limits, on connecting and on checking', async () => {
    const usual = network.configuration;
    network.configuration = {
      statuses: { max_characters: 5_000, max_media_attachments: 8, characters_reserved_per_url: 30 },
      media_attachments: { image_size_limit: 10_485_760, description_limit: 1_500 },
    };
    const { limits } = await platform.connect(entered());
    const source = expect.stringContaining(new URL(fake.url).host);
    expect(limits).toEqual([
      { field: 'text', unit: 'graphemes', max: 5_000, urlWeight: 30, source, checkedOn: expect.any(String) },
      { field: 'media', unit: 'items', max: 8, source, checkedOn: expect.any(String) },
      { field: 'image_size', unit: 'megabytes', max: 10, source, checkedOn: expect.any(String) },
      { field: 'alt_text', unit: 'code_points', max: 1_500, source, checkedOn: expect.any(String) },
    ]);
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toEqual({ kind: 'healthy', limits });
    network.configuration = null;
    expect(await platform.connect(entered())).not.toHaveProperty('limits');
    network.configuration = usual;
  });

  it('links the posts of a thread, and finds them again', async () => {
    const { payload, intent } = prepare(platform, 'first of two', ['second of two']);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const [first, second] = network.statuses.slice(-2);
    expect(second).toMatchObject({ text: 'second of two', replyTo: first?.id });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: first?.id });
  });

  it('returns the ids of a thread with its outcome: once it is out, nothing is stored that could fail', async () => {
    const { payload, intent } = prepare(platform, 'out, whatever comes', ['and this too']);
    const onUploaded = () => Promise.reject(new Error('The database is away.'));
    const outcome = await platform.publish(payload, credentials, intent, { ...sendHooks(), onUploaded });
    const ids = network.statuses.slice(-2).map(({ id }) => id);
    expect(outcome).toMatchObject({ kind: 'published', providerId: ids[0], learned: { statusIds: ids } });
  });

  it('never reports that nothing was published while part of a thread was', async () => {
    const { payload, intent } = prepare(platform, 'the first stands', ['the second does not']);
    const hooks = { ...sendHooks(), onSending: async () => {} };
    const wholeHandle = network.handle;
    network.handle = (request) =>
      JSON.stringify(request.body).includes('the second does not') ? network.refusals.refused('') : wholeHandle(request);
    const outcome = await platform.publish(payload, credentials, intent, hooks);
    network.handle = wholeHandle;
    expect(outcome).toMatchObject({ kind: 'unknown', message: expect.stringContaining('1 of 2 posts of the thread were published') });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'partial' });
  });

  it('introduces itself to the server, sends the person there and takes the token in exchange', async () => {
    const { oauth } = platform;
    if (!oauth) throw new Error('There is no OAuth.');
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const { url, memory } = await oauth.start({ server: fake.url }, request);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      redirect_uri: request.redirectUri,
      state: 'state-1',
      code_challenge_method: 'S256',
    });
    const [account] = await oauth.finish('code-1', request, memory);
    expect(account).toMatchObject({ handle: expect.stringContaining('@harbour@'), credentials });
    // A token that a person made is theirs to end; that of a sign-in is revoked by the app that got it.
    await platform.revoke?.(credentials, AbortSignal.timeout(60_000));
    expect(network.revoked).toEqual([]);
    await platform.revoke?.(account?.credentials ?? {}, AbortSignal.timeout(60_000));
    expect(network.revoked).toEqual([MASTODON_TOKEN]);
    await expect(oauth.finish('code-2', request, memory)).rejects.toThrow('(status 400)');
  });

  it('keeps the content warning and the mark of sensitive media in an edit', async () => {
    const { payload, intent, outcome, status } = await given('A wroong word', [], [PICTURE]);
    Object.assign(status, { isSensitive: true, warning: 'Flood pictures' });
    const { payload: better } = prepare(platform, 'A wrong word', [], [PICTURE]);
    expect(await platform.edits?.send(better, credentials, intent, outcome, sendHooks())).toMatchObject({ kind: 'published' });
    expect(status).toMatchObject({ text: 'A wrong word', isSensitive: true, warning: 'Flood pictures', pictures: [{}] });
    expect(payload).not.toEqual(better);
  });

  it('is not sure of a post without words, which another of the account may be', async () => {
    const { payload, intent } = await given('', [], [PICTURE]);
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });

  it('reads a post for followers only as the account, and one that neither sees as gone', async () => {
    const { payload, intent, outcome, status } = await given('For followers');
    const read = () => platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
    expect(await read()).toMatchObject({ kind: 'found', seenBy: 'public' });
    status.visibility = 'private';
    expect(await read()).toMatchObject({ kind: 'found', seenBy: 'account' });
    network.statuses.pop();
    expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });
  });

  it('removes a thread that hundreds have answered, with its files', async () => {
    const { payload, intent, outcome, status } = await given('The first of a crowd', ['The second of a crowd'], [PICTURE]);
    status.isCrowded = true;
    const files = network.keptFiles.length;
    expect(await platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal)).toEqual({ kind: 'removed' });
    expect(network.statuses.filter(({ text }) => text.endsWith('of a crowd'))).toEqual([]);
    expect(network.keptFiles).toHaveLength(files);
  });

  it('leaves alone what the account itself replied to its thread later', async () => {
    const { payload, intent, outcome, status } = await given('First of mine', ['Second of mine']);
    const second = network.statuses.at(-1);
    if (!second) throw new Error('There is no reply.');
    const reply = (text: string, replyTo: string) => ({ ...second, ...{ id: `9${text.length}`, key: text, text, replyTo } });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    // As Mastodon sorts them, an answer to the first may come before the second.
    network.statuses.unshift({ ...reply('An hour later, on the first', status.id), createdAt: later });
    network.statuses.push({ ...reply('An hour later, below the second', second.id), createdAt: later });
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets below mine' } });
    if (!comment) throw new Error('There is no comment.');
    await platform.comments?.send(comment, credentials, { ...intent, id: 'fcm_mine' }, { ...outcome, payload, intent }, sendHooks());
    expect(network.statuses.at(-1)).toMatchObject({ text: 'Tickets below mine', replyTo: second.id });
    expect(await platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal)).toEqual({ kind: 'removed' });
    const left = network.statuses.map(({ text }) => text).filter((text) => /hour later|of mine/.test(text));
    expect(left).toEqual(['An hour later, on the first', 'An hour later, below the second']);
  });

  it('removes no other reply of the account in place of one that is not there any more', async () => {
    const { payload, intent, outcome, status } = await given('First of a pair', ['Second of a pair']);
    Object.assign(intent.keys, outcome.learned);
    const second = network.statuses.at(-1);
    if (!second) throw new Error('There is no reply.');
    network.statuses.pop();
    network.statuses.push({ ...second, ...{ id: '9999', key: 'other', text: 'Thanks for coming', replyTo: status.id } });
    expect(await platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal)).toEqual({ kind: 'removed' });
    expect(network.statuses.map(({ text }) => text).filter((text) => /of a pair|Thanks/.test(text))).toEqual(['Thanks for coming']);
  });

  it('removes the posts of a thread whose words were changed there, and those after them', async () => {
    const { payload, intent, outcome } = await given('First of three', ['Second of three', 'Third of three']);
    Object.assign(intent.keys, outcome.learned);
    const [second] = network.statuses.slice(-2);
    Object.assign(second ?? {}, { text: 'Second of three, changed by hand' });
    expect(await platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal)).toEqual({ kind: 'removed' });
    expect(network.statuses.filter(({ text }) => text.includes('of three'))).toEqual([]);
  });

  it('names the posts of a thread that it does not recognise, where their ids were not stored, and removes the rest', async () => {
    const { payload, intent, outcome } = await given('First of four', ['Second of four', 'Third of four', 'Fourth of four']);
    const [, third] = network.statuses.slice(-3);
    Object.assign(third ?? {}, { text: 'Third of four, changed by hand' });
    const body = platform.comments?.build({ settings: { first_comment: 'Tickets below the four' } }) ?? {};
    const comment = { ...intent, id: 'fcm_four' };
    const sent = await platform.comments?.send(body, credentials, comment, { ...outcome, payload, intent }, sendHooks());
    if (sent?.kind !== 'published') throw new Error(JSON.stringify(sent));
    const post = { ...outcome, comment: { body, found: { ...sent, intent: comment } } };
    const { retract } = withFirstComment(mastodonRules, platform);
    const remove = () => retract?.(payload, credentials, intent, post, new AbortController().signal);
    const left = { kind: 'refused', isPostGone: true, message: expect.stringContaining('2 of 4 posts of the thread were removed.') };
    expect(await remove()).toMatchObject(left);
    const texts = network.statuses.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('four'))).toEqual(['Third of four, changed by hand', 'Fourth of four']);
    // Asked again, the first is missing, and nothing shows what was below it.
    expect(await remove()).toMatchObject({ kind: 'refused', isPostGone: true });
  });

  it('sends the longest description that its rules take', async () => {
    const flags = '🇩🇪'.repeat(750);
    const described = { ...PICTURE, altText: flags };
    expect(platform.validate({ text: 'Flags', tags: [], thread: [], link: null, media: [described] })).toEqual([]);
    expect(
      platform.validate({ text: 'Flags', tags: [], thread: [], link: null, media: [{ ...PICTURE, altText: `${flags}.` }] }),
    ).toMatchObject([{ code: 'alt_text_too_long' }]);
    await given('Flags', [], [described]);
  });

  async function given(text: string, thread: string[] = [], media: PostMedia[] = []) {
    const { payload, intent } = prepare(platform, text, thread, media);
    const before = network.statuses.length;
    const outcome = await platform.publish(payload, credentials, intent, learningHooks(intent));
    const status = network.statuses[before];
    if (outcome.kind !== 'published' || !status) throw new Error(JSON.stringify(outcome));
    return { payload, intent, outcome, status };
  }

  it('sends no token in the open', async () => {
    await expect(platform.connect({ server: 'http://mastodon.example', accessToken: 'x' })).rejects.toThrow('must begin with https://');
  });
});
