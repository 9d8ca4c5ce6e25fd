import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeGhost, GHOST_KEY } from '../testing/fake-ghost.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { visibleText } from '../text/visible-text.ts';
import { createGhostPlatform } from './ghost-platform.ts';
import { ghostRules } from './ghost-rules.ts';

// Follows docs.ghost.org/admin-api: site, posts, images; ghost-itself.test.ts has Ghost itself.
const network = createFakeGhost();
const platform = createGhostPlatform(ghostRules, createTestOutbound());
const secret = GHOST_KEY.split(':')[1] ?? '';
let fake: FakeServer;
let credentials: Credentials;
const entered = () => ({ site: `${fake.url}/blog/`, adminKey: GHOST_KEY });
const listTexts = async () => network.posts.map(({ title }) => title);

beforeAll(async () => {
  fake = await startFakeServer(network, GHOST_KEY);
  ({ credentials } = await platform.connect(entered()));
});
afterAll(() => fake.stop());

describePlatform('Ghost', async () => ({ platform, entered: entered(), credentials, listTexts }));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: GHOST_KEY,
  listTexts,
  sentContent(body) {
    const [{ slug: _, status: __, ...content } = {}] = (body as { posts: JsonObject[] }).posts;
    return content;
  },
  approvedContent: (payload) => payload,
});

const refusal = (status: number, type: string, message: string, context: string) => ({
  status,
  body: { errors: [{ message, context, type, details: null }] },
});

describeConnector('Ghost', setUp, [
  [
    'which field was wrong, and why',
    refusal(
      422,
      'ValidationError',
      'Validation error, cannot save post.',
      'Value in [posts.title] exceeds maximum length of 255 characters.',
    ),
    { kind: 'rejected', message: expect.stringContaining('[posts.title]') },
  ],
  [
    'that the plan of the site is exhausted, which does not end the connection',
    refusal(403, 'HostLimitError', 'Host Limit error, cannot save post.', 'Your plan supports 500 posts.'),
    { kind: 'rejected', message: expect.stringContaining('500 posts') },
  ],
]);

describePictures('Ghost', () => ({
  platform,
  credentials,
  fake,
  secret: GHOST_KEY,
  listTexts,
  // The first is the feature image, the others are in the text, each with its description.
  listPictures() {
    const { featureImage, featureImageAlt = '', html = '' } = network.posts.at(-1) ?? {};
    const shown = [{ url: featureImage, altText: featureImageAlt }];
    for (const [, url = '', altText = ''] of html.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g))
      shown.push({ url, altText: visibleText(altText) });
    return network.uploads.flatMap(({ url, sha256 }) => shown.filter((one) => one.url === url).map(({ altText }) => ({ sha256, altText })));
  },
  isUploading: ({ path }) => path.endsWith('/images/upload/'),
}));

describeVideos('Ghost', () => ({
  platform,
  credentials,
  fake,
  secret: GHOST_KEY,
  listTexts,
  seenVideo() {
    const [, url] = /<video src="([^"]*)"/.exec(network.posts.at(-1)?.html ?? '') ?? [];
    return network.uploads.find((each) => each.url === url)?.sha256 ?? null;
  },
  isUploading: ({ path }) => path.endsWith('/media/upload/'),
}));

describe('Ghost', () => {
  it.each([
    [{ adminKey: secret }, '"adminKey" must be an Admin API key'],
    [{ adminKey: GHOST_KEY.replace('6b0a', '7b0a') }, 'Ghost does not accept the key.'],
    [{ adminKey: GHOST_KEY.replace(/9$/, '8') }, 'Ghost does not accept the key.'],
    [{ site: 'https://harbour:secret@blog.example' }, '"site" must be the address of the site'],
    [{ site: 'http://blog.example' }, 'must begin with https://'],
  ])('refuses %o', async (wrong, message) => {
    await expect(platform.connect({ ...entered(), ...wrong })).rejects.toThrow(message);
  });

  it('takes the address of the Admin API or of the site’s administration for the site', async () => {
    for (const path of ['/blog', '/blog/ghost', '/blog/ghost/api/admin/']) {
      expect(await platform.connect({ ...entered(), site: `${fake.url}${path}` })).toMatchObject({ credentials });
    }
  });

  it('writes nothing into the page but text and links, for everyone, and sends no newsletter', async () => {
    const text = 'The harbour <opens>\n\nCome & see https://example.org/a?b=1&c=2\nat "nine".';
    const payload = platform.build({ text, tags: ['harbour', 'Food & drink'], thread: [], link: null });
    expect(payload).toEqual({
      title: 'The harbour <opens>',
      html: '<p>Come &#38; see <a href="https://example.org/a?b=1&#38;c=2">https://example.org/a?b=1&#38;c=2</a><br>at &#34;nine&#34;.</p>',
      visibility: 'public',
      tags: [{ name: 'harbour' }, { name: 'Food & drink' }],
    });
    const intent = intentFor(platform, payload);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(outcome);
    const [post, ...others] = network.posts.filter(({ title }) => title === payload.title);
    expect(others).toEqual([]);
    expect(post).toMatchObject({
      slug: expect.stringMatching(/^the-harbour-opens-[0-9a-f]{10}$/),
      status: 'published',
      visibility: 'public',
      tags: ['harbour', 'Food & drink'],
      newsletter: null,
    });
  });

  it('sends no second post while the site keeps one of an earlier try as a draft', async () => {
    const { payload, intent } = prepare(platform, 'Set back to a draft');
    await platform.publish(payload, credentials, intent, sendHooks());
    Object.assign(network.posts.at(-1) ?? {}, { status: 'draft' });
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind: 'unknown' });
    expect(network.posts.filter(({ title }) => title === 'Set back to a draft')).toHaveLength(1);
  });

  it('removes nothing with a key whose role may not, and counts a post that someone deleted there as removed', async () => {
    const { payload, intent } = prepare(platform, 'Removed there');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const remove = () => platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal);
    network.isContributor = true;
    expect(await remove()).toMatchObject({ kind: 'refused', message: expect.stringContaining('do not have permission') });
    network.isContributor = false;
    network.posts.pop();
    expect(await remove()).toEqual({ kind: 'removed' });
  });
});
