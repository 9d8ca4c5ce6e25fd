import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../media/is-intact.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform, PostMedia } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { learningHooks, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeLinkedin, LINKEDIN_CLIENT, LINKEDIN_TOKEN, readLittleText } from '../testing/fake-linkedin.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createLinkedinPlatform } from './linkedin-platform.ts';
import { linkedinRules } from './linkedin-rules.ts';

// Follows learn.microsoft.com: LinkedIn Posts API, Images API, MultiImage API, little text format, Sign In with LinkedIn using OpenID Connect.
const network = createFakeLinkedin();
const entered = { accessToken: LINKEDIN_TOKEN };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ commentary }) => readLittleText(commentary));

beforeAll(async () => {
  fake = await startFakeServer(network, LINKEDIN_TOKEN);
  platform = createLinkedinPlatform(linkedinRules, createTestOutbound(), LINKEDIN_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('LinkedIn', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('LinkedIn', () => ({
  credentials: { ...credentials, refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createLinkedinPlatform(linkedinRules, createTestOutbound(), client, fake.url, fake.url),
  client: LINKEDIN_CLIENT,
}));

describeComments('LinkedIn', () => ({
  ...{ platform, credentials, fake, secret: LINKEDIN_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ path }) => path.endsWith('/comments'),
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: LINKEDIN_TOKEN,
  listTexts,
  sentContent(body) {
    const { author: _, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
});

describeConnector('LinkedIn', setUp, [
  [
    'that the version of the interface has ended, which only the operator can mend',
    { status: 426, body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version 20260901 is not active' } },
    { kind: 'service_refused', message: expect.stringContaining('is not active') },
  ],
  [
    'to look for a post with the same words, and to change them',
    {
      status: 422,
      body: {
        ...{ status: 422, errorDetailType: 'com.linkedin.common.error.BadRequest', message: 'Content is a duplicate of urn:li:share:7141' },
        errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }] },
      },
    },
    { kind: 'rejected', message: expect.stringMatching(/duplicate of urn:li:share:7141\. .*change its text\.$/) },
  ],
]);

describePictures('LinkedIn', () => ({
  platform,
  credentials,
  fake,
  secret: LINKEDIN_TOKEN,
  listTexts,
  listPictures: () => network.picturesOf(network.posts.at(-1)),
  isUploading: ({ path }) => path.startsWith('/dms-uploads/') || path === '/rest/images',
}));

describeVideos('LinkedIn', () => ({
  platform,
  credentials,
  fake,
  secret: LINKEDIN_TOKEN,
  listTexts,
  seenVideo: () => network.picturesOf(network.posts.at(-1))[0]?.sha256 ?? null,
  isUploading: ({ path }) => path.startsWith('/rest/videos') || path.startsWith('/video-parts/'),
  keepsUpload: true,
  resumes: true,
}));

const PDF = Buffer.from('%PDF-1.7 a plan of the harbour %%EOF');
const PLAN: PostMedia = {
  ...{ kind: 'document', bytes: PDF.length, altText: 'Plan of the harbour' },
  file: { mediaId: 'med_4', sha256: sha256Of(PDF), mimeType: 'application/pdf', width: 595, height: 842 },
};

const daysUntil = (time = ''): number => Math.round((Date.parse(time) - Date.now()) / 86_400_000);

describe('LinkedIn', () => {
  it('takes a document with its title, once, and waits for the same one after a killed worker', async () => {
    const { payload, intent } = prepare(platform, 'The harbour has a plan', [], [PLAN]);
    expect(payload).toMatchObject({ document: { sha256: sha256Of(PDF), title: 'Plan of the harbour' } });
    const hooks = { ...learningHooks(intent), readMedia: async (_sha256: string, from: number, to: number) => PDF.subarray(from, to) };
    const killed = () => Promise.reject(new Error('lease lost'));
    await expect(platform.publish(payload, credentials, intent, { ...hooks, onSending: killed })).rejects.toThrow('lease lost');
    fake.requests.length = 0;
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
    expect(fake.requests.flatMap(({ files }) => files)).toEqual([]);
    const sent = network.posts.at(-1);
    expect(sent).toMatchObject({ content: { media: { title: 'Plan of the harbour', id: expect.stringMatching(/^urn:li:document:/) } } });
    expect(network.picturesOf(sent)).toMatchObject([{ sha256: sha256Of(PDF) }]);
    expect(sent).not.toHaveProperty('document');
  });

  it('escapes everything that would silently truncate the text, and keeps tags clickable', () => {
    const text = 'One_two (three) {four} [five] a|b <c> @you ~ * \\ #tide #high_water';
    const { commentary } = platform.build({ text, tags: [], thread: [], link: null });
    expect(commentary).toBe(
      'One\\_two \\(three\\) \\{four\\} \\[five\\] a\\|b \\<c\\> \\@you \\~ \\* \\\\ {hashtag|\\#|tide} {hashtag|\\#|high\\_water}',
    );
    expect(readLittleText(commentary)).toBe(text);
  });

  it('sends the card of a link word for word, with its picture', async () => {
    const bytes = Buffer.from('the picture of the page');
    const file = { mediaId: 'med_1', sha256: sha256Of(bytes), mimeType: 'image/jpeg', width: 1200, height: 630 };
    const card = { title: 'Open again', description: 'From 8 to 18.', siteName: null, image: { kind: 'image' as const, bytes: 23, file } };
    const link = 'https://example.org/saturday';
    const payload = platform.build({ text: 'We are back', tags: [], thread: [], link, card });
    expect(payload).toMatchObject({ content: { article: { source: link, title: 'Open again', description: 'From 8 to 18.' } } });
    expect(JSON.stringify(payload)).toContain(file.sha256);
    const intent = { id: 'pub_card', createdAt: '2026-11-21T09:30:00.000Z', keys: {} };
    const hooks = { ...sendHooks(), openImage: async () => bytes };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({ kind: 'published' });
    const sent = network.posts.at(-1);
    expect(sent).toMatchObject({
      content: { article: { source: link, title: 'Open again', thumbnail: expect.stringMatching(/^urn:li:image:/) } },
    });
    expect(network.picturesOf(sent)).toEqual([{ sha256: file.sha256, altText: '' }]);
    expect(sent).not.toHaveProperty('images');
  });

  it('links the post by the id in the response’s header', async () => {
    const { payload, intent } = prepare(platform, 'a post with an address');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(outcome).toMatchObject({ kind: 'published', url: expect.stringMatching(/feed\/update\/urn:li:share:\d+\/$/) });
    expect(network.posts.at(-1)).toMatchObject({ author: 'urn:li:person:abc123', lifecycleState: 'PUBLISHED' });
  });

  it('signs a person in, for as long as the token lasts', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const [account] = (await platform.oauth?.finish('code-1', request, {})) ?? [];
    expect(account).toMatchObject({ handle: 'Harbour Master', externalId: 'abc123', expiresAt: expect.any(String) });
    expect(account?.endsAt).toBe(account?.expiresAt);
    await expect(platform.oauth?.finish('code-2', request, {})).rejects.toThrow('authorization code not found');
    await expect(platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(60_000))).rejects.toThrow('Connect the account again.');
  });

  it('keeps the refresh token that a partner’s app gets, and renews with it', async () => {
    const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
    const [account] = (await platform.oauth?.finish('code-of-a-partner', request, {})) ?? [];
    const renewed = await platform.refresh?.(account?.credentials ?? {}, AbortSignal.timeout(60_000));
    expect(renewed).toMatchObject({ credentials: account?.credentials, expiresAt: expect.any(String) });
    // A year from the sign-in, whichever tokens are issued with it.
    for (const each of [account, renewed]) expect(daysUntil(each?.endsAt)).toBe(365);
  });
});
