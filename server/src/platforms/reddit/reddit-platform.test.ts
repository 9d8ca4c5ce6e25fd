import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { withServerLimits } from '../network-rules.ts';
import type { Credentials, JsonObject, Platform, Post, SendHooks } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeReddit, errorOf, REDDIT_CLIENT, REDDIT_TOKEN, REMOVED } from '../testing/fakes/fake-reddit.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos, filmHooks, filmOn } from '../testing/videos-contract.ts';
import { createRedditPlatform } from './reddit-platform.ts';
import { redditRules } from './reddit-rules.ts';

// Follows reddit.com/dev/api, github.com/reddit-archive/reddit/wiki/OAuth2, and PRAW for what the two leave out (galleries, media leases).
const network = createFakeReddit();
const entered = { accessToken: REDDIT_TOKEN, refreshToken: 'reddit-refresh-token-1', subreddit: 'r/harbour' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
const WEBSITE = 'https://posts.example';
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ title }) => title);

beforeAll(async () => {
  fake = await startFakeServer(network, REDDIT_TOKEN);
  platform = createRedditPlatform(redditRules, createTestOutbound(), WEBSITE, REDDIT_CLIENT, fake.url, fake.url);
  const { url } = (await platform.oauth?.start({ subreddit: 'harbour' }, request)) ?? {};
  network.scopes = new URL(url ?? '').searchParams.get('scope')?.split(' ') ?? [];
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Reddit', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('Reddit', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createRedditPlatform(redditRules, createTestOutbound(), WEBSITE, client, fake.url, fake.url),
  client: REDDIT_CLIENT,
}));

describeComments('Reddit', () => ({
  ...{ platform, credentials, fake, secret: REDDIT_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ path }) => path === '/api/comment',
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: REDDIT_TOKEN,
  listTexts,
  sentContent(body) {
    const { sr: _, api_type: __, resubmit: ___, sendreplies: ____, ...content } = body as JsonObject;
    return content;
  },
  // A form has texts only.
  approvedContent: (payload) => Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)])),
});

describeConnector('Reddit', setUp, [
  [
    'that the account posts too much, with the minutes to wait',
    {
      status: 200,
      body: errorOf('RATELIMIT', 'Looks like you have been doing that a lot. Take a break for 9 minutes before trying again.', 'ratelimit'),
    },
    { kind: 'rate_limited', retryAfterSeconds: 600 },
  ],
  [
    'that the account may not post there any more, so that it is connected again',
    { status: 200, body: errorOf('SUBREDDIT_NOTALLOWED', 'You aren’t allowed to post there.', 'sr') },
    { kind: 'unauthorized', message: expect.stringContaining('allowed to post there') },
  ],
  [
    'that a community takes no videos',
    { status: 200, body: errorOf('NO_VIDEOS', 'This community doesn’t allow videos', 'sr') },
    { kind: 'rejected', message: expect.stringContaining('doesn’t allow videos') },
  ],
  [
    'why a community refuses, although the status is 200',
    { status: 200, body: errorOf('SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING', 'The title may not contain "sale".', 'title') },
    { kind: 'rejected', message: expect.stringContaining('may not contain "sale"') },
  ],
]);

describePictures('Reddit', () => ({
  platform,
  credentials,
  fake,
  secret: REDDIT_TOKEN,
  listTexts,
  listPictures: () => network.posts.at(-1)?.pictures ?? [],
  isUploading: ({ path }) => path === '/api/media/asset.json' || path === '/storage',
}));

describeVideos('Reddit', () => ({
  ...{ platform, credentials, fake, secret: REDDIT_TOKEN, listTexts },
  seenVideo: () => network.posts.at(-1)?.pictures[0]?.sha256 ?? null,
  isUploading: ({ path }) => path === '/api/media/asset.json' || path === '/storage',
}));

/** Signs in as a person who entered the name of a subreddit. */
async function signIn(subreddit: string, code = 'code-1') {
  const { url, memory } = (await platform.oauth?.start({ subreddit }, request)) ?? {};
  if (!url || !memory) throw new Error('Reddit has no sign-in.');
  return { url: new URL(url), finish: async () => platform.oauth?.finish(code, request, memory) };
}

describe('Reddit', () => {
  it('signs a person in for a subreddit, with a refresh token that is used once', async () => {
    const { url, finish } = await signIn('/r/harbour');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ duration: 'permanent', scope: 'identity submit read flair history edit' });
    const [account] = (await finish()) ?? [];
    expect(account).toMatchObject({ handle: 'r/Harbour (u/harbour_master)', externalId: 'u1/t5_1' });
    if (!account || !platform.refresh) throw new Error('The sign-in failed.');
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials.accessToken).not.toBe(account.credentials.accessToken);
    await expect(platform.refresh(account.credentials, AbortSignal.timeout(60_000))).rejects.toThrow('invalid_grant');
    await platform.revoke?.(renewed.credentials, AbortSignal.timeout(60_000));
    expect(network.revoked).toEqual([renewed.credentials.refreshToken]);
    await expect((await signIn('harbour', 'code-2')).finish()).rejects.toMatchObject({ isServiceRefused: false });
  });

  it.each([
    ['nowhere', 'Reddit has no r/nowhere.'],
    ['elsewhere', 'Reddit has no r/elsewhere.'],
    ['private', 'r/private is closed to u/harbour_master.'],
    ['closed', 'Only approved users post to r/closed.'],
    ['banned', 'u/harbour_master is banned from r/banned.'],
    ['no name', 'must be the name of a community'],
  ])('refuses r/%s when it is connected, with the reason', async (name, reason) => {
    await expect((await signIn(name)).finish()).rejects.toThrow(reason);
  });

  it('has the subreddit’s own limits for title and text', async () => {
    network.requirements = { title_text_max_length: 80, body_text_max_length: 500 };
    const { limits } = await platform.connect(entered);
    network.requirements = {};
    const flairs = { place: 'r/Harbour', demands: { flairs: ['News', 'Event'] } };
    expect(await platform.connect(entered)).toMatchObject({ limits: [flairs] });
    expect(limits).toMatchObject([{ field: 'title', max: 80 }, { field: 'text', max: 500 }, flairs]);
  });

  /** The platform of an account in a subreddit that requires this. */
  async function demanding(requirements: JsonObject): Promise<Platform> {
    network.requirements = requirements;
    const { limits = [] } = await platform.connect(entered);
    network.requirements = {};
    return createRedditPlatform(withServerLimits(redditRules, limits), createTestOutbound(), WEBSITE, REDDIT_CLIENT, fake.url, fake.url);
  }

  it.each<[JsonObject, Partial<Post>, string, string]>([
    [{ is_flair_required: true }, {}, 'settings/flair', 'Enter one of its flairs: News, Event.'],
    [{}, { settings: { flair: 'Sale' } }, 'settings/flair', 'Enter one of its flairs: News, Event.'],
    [{ body_restriction_policy: 'notAllowed' }, {}, 'text', 'Leave out everything but the title and a link.'],
    [{ body_restriction_policy: 'required' }, { text: '', title: 'Open again' }, 'text', 'Write a text below the title.'],
    [{ title_text_min_length: 60 }, {}, 'title', 'Enter a longer title.'],
    [{ body_text_min_length: 90 }, {}, 'text', 'Write a longer text.'],
    [{ title_required_strings: ['[News]', '[Event]'] }, {}, 'title', 'Add one of them.'],
    [{ body_blacklisted_strings: ['FROM 8'] }, {}, 'text', 'Write it another way, or leave it out.'],
    [{ title_regexes: ['^\\[(News|Event)\\] '] }, {}, 'title', 'Read the rules of r/Harbour, and write it as they say.'],
    [{ body_regexes: ['\\d{2}:\\d{2}'] }, {}, 'text', 'Read the rules of r/Harbour, and write it as they say.'],
    [{ gallery_min_items: 3 }, { media: [PICTURE, PICTURE] }, 'media', 'Add 1, or use one picture alone.'],
    [{ gallery_max_items: 1 }, { media: [PICTURE, PICTURE] }, 'media', 'Leave out 1.'],
    [
      { link_restriction_policy: 'whitelist', domain_whitelist: ['example.com'] },
      { text: 'Open again', link: 'https://example.org/' },
      ...(['link', 'Use a link to one of these: example.com.'] as const),
    ],
  ])('says before anything is approved that a subreddit with %o refuses a post', async (requirements, post, field, remedy) => {
    const own = await demanding(requirements);
    const unmet = own.unmetDemands?.({ text: 'Open again\n\nFrom 8 to 18.', tags: [], thread: [], link: null, ...post });
    expect(unmet).toMatchObject([{ code: 'requirement_unmet', field, remedy }]);
  });

  it.each<[JsonObject, Partial<Post>]>([
    [{ is_flair_required: true }, { settings: { flair: 'news' } }],
    [{ title_regexes: ['^\\[News\\] ', '^Open'] }, {}],
    // Python has other letters, and expressions that JavaScript does not have or that never end.
    [{ title_regexes: ['^\\w+$'] }, { text: 'Öffnung\n\nFrom 8 to 18.' }],
    [{ title_regexes: ['\\A\\[News\\]'] }, {}],
    [{ title_regexes: ['^(\\w+\\s?)*$'] }, { text: `${'again '.repeat(40)}!\n\nFrom 8 to 18.` }],
    [{ body_restriction_policy: 'notAllowed' }, { text: 'Open again', link: 'https://example.org/' }],
    [{ body_restriction_policy: 'required' }, { text: 'Open again', link: 'https://example.org/' }],
    [
      { domain_blacklist: ['example.org'], link_restriction_policy: 'blacklist' },
      { text: 'Open again', link: 'https://example.com/' },
    ],
  ])('lets pass what a subreddit with %o may accept', async (requirements, post) => {
    const own = await demanding(requirements);
    expect(own.unmetDemands?.({ text: 'Open again\n\nFrom 8 to 18.', tags: [], thread: [], link: null, ...post })).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['flair', { is_flair_required: true }, 'r/Harbour requires a flair on every post.'],
    ['no text', { body_restriction_policy: 'notAllowed' }, 'allows no text below the title'],
    ['a longer title', { title_text_min_length: 60 }, 'at least 60 characters in the title'],
    ['a longer text', { body_text_min_length: 90 }, 'at least 90 characters of text'],
    ['certain words', { title_required_strings: ['[News]', '[Event]'] }, 'requires one of these in a post: [News], [Event].'],
    ['other words', { body_blacklisted_strings: ['HARBOUR opens'] }, 'does not accept "HARBOUR opens"'],
  ])('asks what the subreddit requires before it sends anything: %s', async (_, requirements, reason) => {
    const { payload, intent } = prepare(platform, 'Not yet\n\nThe harbour opens.');
    network.requirements = requirements;
    const outcome = await platform.publish(payload, credentials, intent, {
      ...sendHooks(),
      onSending: () => Promise.reject(new Error('sent')),
    });
    network.requirements = {};
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining(reason) });
    expect(await listTexts()).not.toContain('Not yet');
  });

  it('is a link where there is no text below the title, and refuses hosts that the subreddit does not take', async () => {
    const link = 'https://shop.example.org/saturday';
    const post = { text: `Open again\n\n${link}`, tags: [], thread: [], link };
    const payload = platform.build(post);
    expect(payload).toEqual({ kind: 'link', title: 'Open again', url: link });
    expect(platform.build({ ...post, text: `Open again\n\nFrom 8 to 18. ${link}` })).toMatchObject({ kind: 'self' });
    network.requirements = { link_restriction_policy: 'blacklist', domain_blacklist: ['example.org'] };
    const refused = await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks());
    network.requirements = {};
    expect(refused).toMatchObject({ kind: 'rejected', message: expect.stringContaining('"shop.example.org"') });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.find(payload, credentials, intent)).toEqual({ ...outcome, kind: 'found' });
  });

  it('is not sure of a comment that may be on the next page, although a page is not full', async () => {
    const { payload, intent } = prepare(platform, 'Of one who comments much');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const comment = platform.comments?.build({ settings: { first_comment: 'Tickets before many' } });
    if (outcome.kind !== 'published' || !comment) throw new Error(JSON.stringify(outcome));
    const under = outcome.providerId;
    const count = network.comments.push({ text: 'Tickets before many', under });
    network.comments.push(...Array.from({ length: 100 }, (_, index) => ({ text: index === 50 ? REMOVED : `Later ${index}`, under })));
    const found = await platform.comments?.find?.(comment, credentials, intent, { ...outcome, payload, intent });
    expect(found).toMatchObject({ kind: 'unsure' });
    network.comments.splice(count - 1);
  });

  it('refuses a flair where only moderators set them, and keeps the account connected', async () => {
    const inBoats = (await platform.connect({ ...entered, subreddit: 'r/boats' })).credentials;
    const payload = platform.build({ text: 'A boat\n\nAt dusk.', tags: [], thread: [], link: null, settings: { flair: 'News' } });
    expect(await platform.publish(payload, inBoats, intentFor(platform, payload), sendHooks())).toMatchObject({
      kind: 'rejected',
      message: 'r/boats does not let this account choose a flair.',
    });
  });

  it('finds the post of a picture by the account’s posts, since the answer has no id', async () => {
    const payload = platform.build({ text: 'A boat\n\nAt dawn.', tags: [], thread: [], link: null, media: [PICTURE] });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(outcome).toMatchObject({ kind: 'published', url: expect.stringMatching(/r\/Harbour\/comments\/p\d+\/$/) });
    expect(network.posts.at(-1)).toMatchObject({ title: 'A boat', selftext: 'At dawn.', is_self: false });
  });

  it('does not take a video for absent while Reddit converts it, so that it is not sent twice', async () => {
    const { payload, intent } = prepare(platform, 'Slow boats', [], [filmOn(platform)]);
    const onSending: SendHooks['onSending'] = async (learned) => void Object.assign(intent.keys, learned);
    network.convertsSlowly = true;
    fake.fail('acts, then resets the connection');
    expect(await platform.publish(payload, credentials, intent, { ...filmHooks(), onSending })).toMatchObject({ kind: 'unknown' });
    fake.fail(null);
    network.convertsSlowly = false;
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
    const made = network.posts.at(-1);
    if (made) made.isConverted = true;
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: `t3_${made?.id}` });
    const anHourLater = { ...intent, keys: { sentAt: new Date(Date.now() - 3_700_000).toISOString() } };
    expect(await platform.find({ ...payload, title: 'Never sent' }, credentials, anHourLater)).toEqual({ kind: 'absent' });
  });

  it('takes no video without a cover, which is said before anybody approves it', () => {
    const { cover: _, ...bare } = filmOn(platform);
    const post = { text: 'Boats\n\nThey come in.', tags: [], thread: [], link: null };
    expect(platform.validate({ ...post, media: [bare] }).map(({ code }) => code)).toEqual(['cover_missing']);
    expect(platform.validate({ ...post, media: [filmOn(platform)] })).toEqual([]);
  });

  it('sends flair, NSFW and spoiler as they were signed, and names the flairs where there is none of that name', async () => {
    const post = { text: 'With flair\n\nSeen by all.', tags: [], thread: [], link: null };
    const payload = platform.build({ ...post, settings: { flair: 'event', nsfw: true, spoiler: false } });
    network.requirements = { is_flair_required: true };
    expect(await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks())).toMatchObject({ kind: 'published' });
    network.requirements = {};
    const extra = network.posts.at(-1)?.extra;
    expect(extra).toMatchObject({ flair_id: 'flair-2', flair_text: 'Event', nsfw: 'true', spoiler: 'false' });
    expect(extra).not.toHaveProperty('flair');
    const other = platform.build({ ...post, settings: { flair: 'Sale', nsfw: false, spoiler: false } });
    expect(await platform.publish(other, credentials, intentFor(platform, other), sendHooks())).toMatchObject({
      kind: 'rejected',
      message: 'r/Harbour has no flair "Sale". There is: News, Event.',
    });
  });

  it('finds a post among many long ones, which no single response could hold', async () => {
    const { payload, intent } = prepare(platform, 'Before many long posts');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const own = network.posts.at(-1);
    if (outcome.kind !== 'published' || !own) throw new Error(JSON.stringify(outcome));
    const long = Array.from({ length: 60 }, (_, index) => ({
      ...own,
      id: `long${index}`,
      title: `${index}`,
      selftext: 'tide '.repeat(4_000),
    }));
    network.posts.push(...long);
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found', providerId: outcome.providerId });
    network.posts.splice(-long.length);
  });

  it('is unsure about the same title with another text', async () => {
    const first = prepare(platform, 'One title\n\nA text.');
    await platform.publish(first.payload, credentials, first.intent, sendHooks());
    const second = prepare(platform, 'One title\n\nAnother text.');
    expect(await platform.find(second.payload, credentials, second.intent)).toMatchObject({ kind: 'unsure' });
  });

  it('names itself, the service and the account in every request', async () => {
    fake.requests.length = 0;
    await platform.connect(entered);
    expect(fake.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      'web:posts.example:1 (+https://posts.example)',
      'web:posts.example:1 (by /u/harbour_master)',
      'web:posts.example:1 (by /u/harbour_master)',
      'web:posts.example:1 (by /u/harbour_master)',
    ]);
  });
});
