import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeComments } from '../testing/comments-contract.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { LINKEDIN_CLIENT, readLittleText } from '../testing/fake-linkedin.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeLinkedinPage, LINKEDIN_PAGE_TOKEN } from '../testing/fakes/fake-linkedin-page.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createLinkedinPagePlatform, linkedinPageRules } from './linkedin-page-platform.ts';

// Follows learn.microsoft.com: LinkedIn Posts API, Comments API, Organization Access Control by Role, Organization Share Statistics.
const network = createFakeLinkedinPage();
const entered = { accessToken: LINKEDIN_PAGE_TOKEN, organizationId: '77' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ commentary }) => readLittleText(commentary));

beforeAll(async () => {
  fake = await startFakeServer(network, LINKEDIN_PAGE_TOKEN);
  platform = createLinkedinPagePlatform(linkedinPageRules, createTestOutbound(), LINKEDIN_CLIENT, fake.url, fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('LinkedIn page', async () => ({ platform, entered, credentials, listTexts }));

describeRenewal('LinkedIn page', () => ({
  credentials: { ...credentials, refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createLinkedinPagePlatform(linkedinPageRules, createTestOutbound(), client, fake.url, fake.url),
  client: LINKEDIN_CLIENT,
}));

describeComments('LinkedIn page', () => ({
  ...{ platform, credentials, fake, secret: LINKEDIN_PAGE_TOKEN },
  listComments: async () => network.comments,
  isCommenting: ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
}));

describeConnector('LinkedIn page', () => ({
  ...{ platform, credentials, fake, listTexts, isPublishing: network.isPublishing, secret: LINKEDIN_PAGE_TOKEN },
  sentContent(body) {
    const { author: _, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
}));

describePictures('LinkedIn page', () => ({
  ...{ platform, credentials, fake, listTexts, secret: LINKEDIN_PAGE_TOKEN },
  listPictures: () => network.picturesOf(network.posts.at(-1)),
  isUploading: ({ path }) => path.startsWith('/dms-uploads/') || path === '/rest/images',
}));

describeVideos('LinkedIn page', () => ({
  ...{ platform, credentials, fake, listTexts, secret: LINKEDIN_PAGE_TOKEN },
  seenVideo: () => network.picturesOf(network.posts.at(-1))[0]?.sha256 ?? null,
  isUploading: ({ path }) => path.startsWith('/rest/videos') || path.startsWith('/video-parts/'),
  keepsUpload: true,
  resumes: true,
}));

/** A published post of the page with these words. */
async function given(text: string) {
  const { payload, intent } = prepare(platform, text);
  const post = await platform.publish(payload, credentials, intent, sendHooks());
  if (post.kind !== 'published') throw new Error(JSON.stringify(post));
  const ask = [payload, credentials, intent, post, AbortSignal.timeout(60_000)] as const;
  return { payload, intent, post, ask };
}

describe('LinkedIn page', () => {
  it('finds a page beyond the first hundred roles of a person', async () => {
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...{ organization: `urn:li:organization:${1_000 + index}`, role: 'ADMINISTRATOR', state: 'APPROVED' },
    }));
    network.roles.unshift(...others);
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    expect((await platform.oauth?.finish('code-1', request, {}))?.map(({ handle }) => handle)).toContain('Harbour Ltd');
    network.roles.splice(0, others.length);
    expect(network.roles).toHaveLength(1);
  });

  it('connects every page for which the person may publish, by its name', async () => {
    network.roles.push(
      { organization: 'urn:li:organization:78', role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' },
      { organization: 'urn:li:organization:79', role: 'ANALYST', state: 'APPROVED' },
    );
    const pages = await platform.oauth?.finish('code-1', request, {});
    expect(pages).toMatchObject([
      { handle: 'Harbour Ltd', externalId: '77', credentials: { accessToken: LINKEDIN_PAGE_TOKEN, organizationId: '77' } },
      { handle: 'Page 78', externalId: '78', expiresAt: expect.any(String) },
    ]);
    network.roles.splice(1);
  });

  it('keeps the account of a content administrator, who may not read the page itself, until the role is gone', async () => {
    const [role] = network.roles;
    if (!role) throw new Error('There is no role.');
    const check = () => platform.check(credentials, AbortSignal.timeout(60_000));
    network.roles.splice(0, 1, { ...role, role: 'CONTENT_ADMINISTRATOR' });
    expect(await check()).toEqual({ kind: 'healthy' });
    network.roles.splice(0, 1, { ...role, organization: 'urn:li:organization:78' });
    expect(await check()).toMatchObject({ kind: 'revoked' });
    network.roles.splice(0, 1, role);
  });

  it('is not sure of a post without words, which another of the page may be', async () => {
    const { payload, intent } = prepare(platform, '', [], [PICTURE]);
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind: 'published' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });

  it('says so where the person administers no page', async () => {
    const [role] = network.roles.splice(0);
    await expect(platform.oauth?.finish('code-1', request, {})).rejects.toThrow('You administer no page at LinkedIn.');
    if (role) network.roles.push(role);
  });

  it('publishes as the page, and finds the post again by its words', async () => {
    const { payload, intent, post } = await given('The harbour (all of it) opens on Friday #tide');
    expect(network.posts.at(-1)).toMatchObject({ author: 'urn:li:organization:77' });
    expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'found', providerId: post.providerId, url: post.url });
    const other = prepare(platform, 'never published');
    expect(await platform.find(other.payload, credentials, other.intent)).toMatchObject({ kind: 'unsure' });
  });

  it('reads the post back as its readers see it, and notices what was changed or removed there', async () => {
    const { ask } = await given('We are open [again] #tide');
    const signed = { text: 'We are open [again] #tide' };
    expect(await platform.readBack?.(...ask)).toEqual({ kind: 'found', seenBy: 'account', signed, published: signed });
    Object.assign(network.posts.at(-1) ?? {}, { commentary: 'We are closed' });
    expect(await platform.readBack?.(...ask)).toMatchObject({ published: { text: 'We are closed' } });
    network.posts.pop();
    expect(await platform.readBack?.(...ask)).toEqual({ kind: 'gone', seenBy: 'account' });
    expect(await platform.readMetrics?.(...ask)).toEqual({ kind: 'gone' });
  });

  it('counts views, reach, clicks and reactions without a further permission', async () => {
    const { ask } = await given('A post that is counted');
    expect(await platform.readMetrics?.(...ask)).toMatchObject({
      kind: 'read',
      figures: [
        { metric: 'views', value: 340 },
        { metric: 'reach', value: 290 },
        { metric: 'likes', value: 12 },
        { metric: 'replies', value: 3 },
        { metric: 'reposts', value: 2 },
        { metric: 'clicks', value: 41 },
      ],
    });
  });
});
