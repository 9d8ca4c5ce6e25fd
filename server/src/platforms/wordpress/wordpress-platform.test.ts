import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeWordpress, routeOf, WORDPRESS_PASSWORD } from '../testing/fake-wordpress.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeVideos } from '../testing/videos-contract.ts';
import { createWordpressPlatform } from './wordpress-platform.ts';
import { wordpressRules } from './wordpress-rules.ts';

// Follows developer.wordpress.org/rest-api/reference: posts, users, media.
const network = createFakeWordpress();
const platform = createWordpressPlatform(wordpressRules, createTestOutbound());
let fake: FakeServer;
let credentials: Credentials;
const entered = () => ({ site: `${fake.url}/blog/`, username: 'harbour', applicationPassword: WORDPRESS_PASSWORD });
const listTexts = async () => network.articles.filter(({ status }) => status === 'publish').map(({ title }) => title);

beforeAll(async () => {
  fake = await startFakeServer(network, WORDPRESS_PASSWORD);
  ({ credentials } = await platform.connect(entered()));
});
afterAll(() => fake.stop());

describePlatform('WordPress', async () => ({ platform, entered: entered(), credentials, listTexts }));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: WORDPRESS_PASSWORD,
  listTexts,
  sentContent(body) {
    const { slug: _, status: __, ...content } = body as JsonObject;
    return content;
  },
  approvedContent: (payload) => payload,
});

describeConnector('WordPress', setUp, [
  [
    'which parameter was wrong, and why',
    {
      status: 400,
      body: {
        code: 'rest_invalid_param',
        message: 'Invalid parameter(s): status',
        data: { status: 400, params: { status: 'Status is forbidden.' } },
      },
    },
    { kind: 'rejected', message: expect.stringContaining('Status is forbidden.') },
  ],
]);

describePictures('WordPress', () => ({
  platform,
  credentials,
  fake,
  secret: WORDPRESS_PASSWORD,
  listTexts,
  // The first is the featured image, the others are in the text, each with its description.
  listPictures() {
    const { featuredMedia, content = '' } = network.articles.at(-1) ?? {};
    const inText = DomUtils.getElementsByTagName('img', parseDocument(content).children).map(({ attribs }) => ({
      sha256: network.uploads.find(({ id }) => attribs.class === `wp-image-${id}`)?.sha256 ?? '',
      altText: attribs.alt ?? '',
    }));
    const featured = network.uploads.filter(({ id }) => id === featuredMedia).map(({ sha256, altText }) => ({ sha256, altText }));
    return [...featured, ...inText];
  },
  isUploading: (request) => routeOf(request) === '/media',
}));

describeVideos('WordPress', () => ({
  platform,
  credentials,
  fake,
  secret: WORDPRESS_PASSWORD,
  listTexts,
  seenVideo() {
    const { content = '' } = network.articles.at(-1) ?? {};
    return network.uploads.find(({ url }) => content.includes(`<video controls src="${url}">`))?.sha256 ?? null;
  },
  isUploading: (request) => routeOf(request) === '/media',
}));

describe('WordPress', () => {
  it('says that the application password is wrong, if the site says so', async () => {
    const wrong = platform.connect({ ...entered(), applicationPassword: 'aaaa bbbb cccc dddd' });
    await expect(wrong).rejects.toThrow(/^WordPress rejects the application password\./);
  });

  it('takes the first line for the title, and writes nothing into the page but text and links', () => {
    const text = 'The harbour <opens>\n\nCome & see https://example.org/a?b=1&c=2\nat "nine".';
    expect(platform.build({ text, tags: [], thread: [], link: null })).toEqual({
      title: 'The harbour &#60;opens&#62;',
      content:
        '<p>Come &#38; see <a href="https://example.org/a?b=1&#38;c=2">https://example.org/a?b=1&#38;c=2</a><br>at &#34;nine&#34;.</p>',
    });
  });

  it('sends the tags that the preview shows, by the tags of the site, of which it creates those that are missing', async () => {
    for (const text of ['A first post with tags', 'A second post with tags']) {
      const post = { text, tags: ['harbour', 'Food & drink'], thread: [], link: null };
      expect(platform.preview(post).tags).toEqual(['harbour', 'Food & drink']);
      const payload = platform.build(post);
      const intent = intentFor(platform, payload);
      expect(await platform.publish(payload, credentials, intent, sendHooks())).toMatchObject({ kind: 'published' });
    }
    expect(network.articles.slice(-2).map(({ tags }) => tags)).toEqual(Array(2).fill(['harbour', 'Food &amp; drink']));
  });

  it('takes a short tag that the site has among many longer ones', async () => {
    network.tags.push(...Array.from({ length: 120 }, (_, index) => `a business ${index}`), 'us');
    const payload = platform.build({ text: 'A post with a short tag', tags: ['us'], thread: [], link: null });
    expect(await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks())).toMatchObject({ kind: 'published' });
    expect(network.articles.at(-1)?.tags).toEqual(['us']);
  });

  it.each([
    [
      500,
      { code: 'rest_upload_unknown_error', message: 'The uploaded file exceeds the upload_max_filesize directive in php.ini.' },
      'upload_max_filesize',
    ],
    [400, { code: 'rest_upload_no_data', message: 'No data supplied.' }, 'the file is too large'],
    [413, '<h1>413 Request Entity Too Large</h1>', 'the file is too large'],
    [
      403,
      { code: 'rest_cannot_create', message: 'Sorry, you are not allowed to create posts as this user.', data: { status: 403 } },
      'The user may not upload files.',
    ],
  ])('sends a file once that the site does not take, whatever the status (%s)', async (status, body, message) => {
    const wholeHandle = network.handle;
    network.handle = (request) => (routeOf(request) === '/media' ? { status, body } : wholeHandle.call(network, request));
    const { payload, intent } = prepare(platform, 'With a large picture', [], [PICTURE]);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    network.handle = wholeHandle;
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining(message) });
  });

  it('sees a post in the bin as gone, and reads posts as the account where visitors may not', async () => {
    const { read, outcome } = await given('Put into the bin');
    network.owner.isClosed = true;
    expect(await read()).toMatchObject({ kind: 'found', seenBy: 'account', published: { title: 'Put into the bin' } });
    network.owner.isClosed = false;
    const article = network.articles.find(({ id }) => String(id) === outcome.providerId);
    Object.assign(article ?? {}, { status: 'trash' });
    expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });
  });

  it('removes a post for good where the site has no bin', async () => {
    const { remove, outcome } = await given('Without a bin');
    network.owner.hasBin = false;
    expect(await remove()).toEqual({ kind: 'removed' });
    network.owner.hasBin = true;
    expect(network.articles.some(({ id }) => String(id) === outcome.providerId)).toBe(false);
  });

  it('finds a post after a restore behind many of others, which an author may not edit', async () => {
    const template = (await given('Of another author')).article;
    const others = Array.from({ length: 120 }, (_, index) => ({ ...template, id: 10_000 + index, author: 8, slug: `other-${index}` }));
    const count = network.articles.push(...others);
    const { payload, intent, outcome } = await given('Behind many');
    const restored = { ...intent, isRestored: true as const };
    expect(await platform.find(payload, credentials, restored)).toMatchObject({ kind: 'found', providerId: outcome.providerId });
    network.articles.splice(count - others.length, others.length);
  });

  async function given(text: string) {
    const { payload, intent } = prepare(platform, text);
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    const article = network.articles.at(-1);
    if (outcome.kind !== 'published' || !article) throw new Error(JSON.stringify(outcome));
    const { signal } = new AbortController();
    const read = () => platform.readBack?.(payload, credentials, intent, outcome, signal);
    const remove = () => platform.retract?.(payload, credentials, intent, outcome, signal);
    return { payload, intent, outcome, article, read, remove };
  }

  it('finds the post of an earlier try by its slug and sends no second', async () => {
    const { payload, intent } = prepare(platform, 'Only one of these');
    await platform.publish(payload, credentials, intent, sendHooks());
    await platform.publish(payload, credentials, intent, sendHooks());
    expect(network.articles.filter(({ title }) => title === 'Only one of these')).toMatchObject([
      { slug: expect.stringMatching(/^only-one-of-these-[0-9a-f]{10}$/), status: 'publish' },
    ]);
  });

  it('sends no second post while the site keeps one of an earlier try as a draft', async () => {
    const { payload, intent, article } = await given('Set back to a draft');
    article.status = 'draft';
    const announced: unknown[] = [];
    const hooks = { ...sendHooks(), onSending: async (learned?: unknown) => void announced.push(learned) };
    expect(await platform.publish(payload, credentials, intent, hooks)).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('does not show it'),
    });
    expect(announced).toHaveLength(1);
    expect(network.articles.filter(({ title }) => title === 'Set back to a draft')).toHaveLength(1);
  });

  it('takes no post for removed or gone where a plugin has switched off the interface', async () => {
    const { read, remove } = await given('Behind a plugin');
    const wholeHandle = network.handle;
    network.handle = () => network.refusals.unknownCall('');
    const [removed, readBack] = [await remove(), await read()];
    network.handle = wholeHandle;
    expect([removed?.kind, readBack?.kind]).toEqual(['unavailable', 'unreadable']);
  });

  it.each([
    ['http://blog.example', 'must begin with https://'],
    ['https://harbour:secret@blog.example', 'must be the address of the site'],
  ])('refuses the site %s', async (site, message) => {
    await expect(platform.connect({ ...entered(), site })).rejects.toThrow(message);
  });
});
