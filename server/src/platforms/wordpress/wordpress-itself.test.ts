import { createHash } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, Json, PostMedia } from '../platform.ts';
import { intentFor, prepare, sendHooks } from '../testing/contract-posts.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { startWordpressSite, type WordpressSite } from '../testing/wordpress-site.ts';
import { createWordpressPlatform } from './wordpress-platform.ts';
import { wordpressRules } from './wordpress-rules.ts';

// PHP as WebAssembly only computes: next to the other workers and the browser's tests it takes several times as long.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

/** WordPress 6.5 with its default theme, under PHP as WebAssembly. */
describe('WordPress itself', () => {
  const platform = createWordpressPlatform(wordpressRules, createTestOutbound());
  let site: WordpressSite;
  let credentials: Credentials;
  /** A user without unfiltered HTML: WordPress filters what they save. */
  let author: Credentials;
  const entered = () => ({ site: site.url, username: site.username, applicationPassword: site.applicationPassword });
  const ask = async (route: string, query: Record<string, string> = {}, method = 'GET'): Promise<Json> => {
    const answer = await fetch(`${site.url}/?${new URLSearchParams({ rest_route: route, context: 'edit', ...query })}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${site.username}:${site.applicationPassword}`).toString('base64')}` },
    });
    return (await answer.json()) as Json;
  };
  const listPosts = async () =>
    (await ask('/wp/v2/posts', { per_page: '100' })) as {
      title: { raw: string };
      content: { raw: string };
      slug: string;
      featured_media: number;
    }[];

  beforeAll(async () => {
    site = await startWordpressSite();
    ({ credentials } = await platform.connect(entered()));
    const account = { username: 'ada', email: 'ada@example.com', password: crypto.randomUUID(), roles: 'author' };
    const { id } = (await ask('/wp/v2/users', account, 'POST')) as { id: number };
    const made = await ask(`/wp/v2/users/${id}/application-passwords`, { name: 'Countersign' }, 'POST');
    const applicationPassword = (made as { password: string }).password;
    ({ credentials: author } = await platform.connect({ ...entered(), username: 'ada', applicationPassword }));
  });
  afterAll(() => site?.stop());

  describePlatform('WordPress itself', async () => ({
    platform,
    entered: entered(),
    credentials,
    listTexts: async () => (await listPosts()).map(({ title }) => title.raw),
  }));

  it('keeps title and text literally, under the slug chosen in advance, once', async () => {
    const { payload, intent } = prepare(platform, 'Tide & “time” <wait>\n\nCome at nine.\nhttps://example.org/a?b=1&c=2');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(outcome);
    const posts = (await listPosts()).filter(({ slug }) => slug === intent.keys.slug);
    expect(posts.map(({ title, content }) => [title.raw, content.raw])).toEqual([[payload.title, payload.content]]);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect((await fetch(outcome.url ?? '')).status).toBeLessThan(500);
  });

  it('has the tags of a post, new ones and those it has already, also by a user who is only an author', async () => {
    const names = ['harbour', 'Food & drink', 'Straße'];
    for (const [index, by] of [credentials, author].entries()) {
      const payload = platform.build({ text: `A post with tags, number ${index}`, tags: names, thread: [], link: null });
      const intent = intentFor(platform, payload);
      expect(await platform.publish(payload, by, intent, sendHooks())).toMatchObject({ kind: 'published' });
      const [post] = (await ask('/wp/v2/posts', { slug: String(intent.keys.slug) })) as { id: number }[];
      const tags = (await ask('/wp/v2/tags', { post: String(post?.id) })) as { name: string }[];
      expect(tags.map(({ name }) => name.replace('&amp;', '&')).sort()).toEqual([...names].sort());
    }
    const all = (await ask('/wp/v2/tags', { per_page: '100' })) as { name: string }[];
    // The contract's posts have others.
    expect(
      all
        .map(({ name }) => name.replace('&amp;', '&'))
        .filter((name) => name !== 'tide' && name !== 'ferry')
        .sort(),
    ).toEqual([...names].sort());
  });

  it('shows the first picture as the post’s own and the others in it, byte for byte, with their descriptions', async () => {
    const bytes = [await picture('#0a0'), await picture('#00a')];
    const media = bytes.map(
      (each, index): PostMedia => ({ kind: 'image', bytes: each.length, altText: ALT_TEXTS[index] ?? '', file: fileOf(each) }),
    );
    const { payload, intent } = prepare(platform, 'Boats\n\nat dawn', [], media);
    const openImage = async (sha256: string) => bytes.find((each) => hashOf(each) === sha256) ?? Buffer.alloc(0);
    expect(await platform.publish(payload, credentials, intent, { ...sendHooks(), openImage })).toMatchObject({ kind: 'published' });

    const post = (await listPosts()).find(({ slug }) => slug === intent.keys.slug);
    const library = (await ask('/wp/v2/media')) as { id: number; source_url: string }[];
    const own = library.find(({ id }) => id === post?.featured_media);
    const other = library.find(({ id }) => id !== own?.id);
    expect(post?.content.raw).toContain(`<img src="${other?.source_url}"`);
    const page = parseDocument(await (await fetch(`${site.url}/?name=${intent.keys.slug}`)).text());
    expect(DomUtils.getElementsByTagName('img', page).map(({ attribs }) => attribs.alt)).toEqual(ALT_TEXTS);
    const served = await Promise.all(
      [own, other].map(async (item) => hashOf(Buffer.from(await (await fetch(item?.source_url ?? '')).arrayBuffer()))),
    );
    expect(served).toEqual(bytes.map(hashOf));
  });

  it.each([
    ['a first line with a script in it', 'Why <img src=x onerror=alert(1)> matters <script>alert(2)</script>', 'and a body'],
    [
      'shortcodes',
      '[gallery] in a title',
      '[caption]one[/caption] [gallery ids="1"] [audio src="x.mp3"] [embed]https://example.org[/embed] [[x]]',
    ],
    [
      'comments and entities',
      'A &amp; B <!--more-->',
      '&lt;b&gt; &#60;i&#62; <!--more--> <!--nextpage--> <!-- wp:html --><u>x</u><!-- /wp:html --> &copy; &',
    ],
    ['smilies', 'Open :) at 8', 'room 8) or (room 8-) ;-) :lol: :mrgreen: 8O :x\n:) first\n>:( last :?: 10:30'],
    [
      'typography',
      `It's "so" -- 2x4 (tm) of Wordpress`,
      `'99 ... --force --- ''a'' \`\`b\` 3x3 (c) (tm) it's Wordpress' "own" 5' 6" – x.... "Wordpress"`,
    ],
    [
      'an address alone on its line',
      'Look',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ\n\nwww.example.org\n\nhttps://example.org/?a=[gallery]&b=1x2--3',
    ],
    ['other markup', '# *Title* _x_ ~y~', '*stars* <b>b</b> {{x}} %s %d $1 \\1 <?php echo 1 ?> </p></div> <style>*{}</style>'],
  ])('serves %s as the text that was signed, and carries nothing out', async (_, title, body) => {
    for (const account of [credentials, author]) {
      const payload = platform.build({ text: body, title, tags: [], thread: [], link: null });
      const { intent } = prepare(platform, title);
      const outcome = await platform.publish(payload, account, intent, sendHooks());
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      const html = await (await fetch(outcome.url ?? '')).text();
      const page = parseDocument(html.replaceAll(/<br ?\/?>|<\/p>/g, '\n$&'));
      const [heading = null, content = null] = ['post-title', 'post-content'].map((name) =>
        DomUtils.findOne(({ attribs }) => `${attribs.class}`.split(' ').includes(`wp-block-${name}`), page.children),
      );
      expect(linesOf(heading)).toEqual([title]);
      expect(linesOf(content)).toEqual(body.split('\n').filter(Boolean));
      expect(elementsOf(heading)).toEqual(['h1']);
      expect(elementsOf(content).filter((name) => !['div', 'p', 'br', 'a'].includes(name))).toEqual([]);
    }
  });

  it('serves Markdown as headings, lists, code and links, with the words that the preview shows', async () => {
    const text =
      '# Harbour *opens*\n\nCome **early**, see [the pier](https://example.org/pier).\n\n## Hours\n\n- from 9\n- to `--17`\n\n```\n[gallery] <b>\n```';
    const post = { text, tags: [], thread: [], link: null };
    const payload = platform.build(post);
    const { intent } = prepare(platform, text);
    const outcome = await platform.publish(payload, author, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const page = parseDocument((await (await fetch(outcome.url ?? '')).text()).replaceAll(/<br ?\/?>|<\/(?:p|h2|li|pre)>/g, '\n$&'));
    const [heading = null, content = null] = ['post-title', 'post-content'].map((name) =>
      DomUtils.findOne(({ attribs }) => `${attribs.class}`.split(' ').includes(`wp-block-${name}`), page.children),
    );
    const { title = '', parts } = platform.preview(post);
    expect(linesOf(heading)).toEqual([title]);
    expect(linesOf(content)).toEqual(
      (parts[0]?.text ?? '')
        .split('\n')
        .map((line) => line.replace('• ', ''))
        .filter(Boolean),
    );
    expect(elementsOf(content).filter((name) => name !== 'div')).toEqual(
      expect.arrayContaining(['p', 'strong', 'a', 'h2', 'ul', 'li', 'code', 'pre']),
    );
  });

  it('sees a post in the bin as gone, and says at once that the site does not take a file', async () => {
    const { payload, intent } = prepare(platform, 'Into the bin');
    const outcome = await platform.publish(payload, author, intent, sendHooks());
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const read = () => platform.readBack?.(payload, author, intent, outcome, AbortSignal.timeout(100_000));
    expect(await read()).toMatchObject({ kind: 'found', seenBy: 'public' });
    await ask(`/wp/v2/posts/${outcome.providerId}`, {}, 'DELETE');
    expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });

    const unknown: PostMedia = { kind: 'image', bytes: 3, file: { ...fileOf(Buffer.from('tiff')), mimeType: 'image/jpeg' } };
    const withFile = prepare(platform, 'With a file', [], [unknown]);
    const hooks = { ...sendHooks(), openImage: async () => Buffer.alloc(0) };
    expect(await platform.publish(withFile.payload, author, withFile.intent, hooks)).toMatchObject({ kind: 'rejected' });
  });

  it('refuses a wrong application password, and the password for signing in', async () => {
    await expect(platform.connect({ ...entered(), applicationPassword: 'abcd EFGH 1234 ijkl MNOP 5678' })).rejects.toThrow(
      'WordPress rejects the user name or the application password',
    );
  });
});

const ALT_TEXTS = [`Boat "0" <b>at</b> [gallery] 50%ad &lt; it's`, `Boat "1" <img onerror=x> [audio src="x"] 2x2 &lt;`];

type Element = ReturnType<typeof DomUtils.findOne>;

/** The lines that a reader sees. */
const linesOf = (element: Element) => {
  const lines = element ? DomUtils.textContent(element).split('\n') : [];
  return lines.map((line) => line.trim()).filter(Boolean);
};

const elementsOf = (element: Element) => (element ? DomUtils.getElementsByTagName(() => true, element).map(({ name }) => name) : []);

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer) => ({ mediaId: 'med_1', sha256: hashOf(bytes), mimeType: 'image/jpeg', width: 60, height: 40 });
