import { createHash, randomBytes } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBackups } from '../../testing/database/backups.ts';
import { restoreBeforeChange } from '../../testing/database/changed-words.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { compareFields } from '../platform/read-back.ts';
import type { Credentials, Intent, JsonObject, PostMedia } from '../platform.ts';
import { intentFor, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type GhostSite, installGhost, startGhostSite } from '../testing/ghost-site.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { adminUrl, headersOf } from './ghost-api.ts';
import { createGhostPlatform } from './ghost-platform.ts';
import { ghostRules } from './ghost-rules.ts';

const { folder, lacking } = await installGhost();
const backups = useBackups(useTestDatabase());

/** Ghost with its default theme, on SQLite. */
describe.skipIf(lacking)(lacking ? `Ghost itself (${lacking})` : 'Ghost itself', () => {
  const platform = createGhostPlatform(ghostRules, createTestOutbound());
  let site: GhostSite;
  let credentials: Credentials;
  const entered = () => ({ site: site.url, adminKey: site.adminKey });
  const listPosts = async (query: Record<string, string> = {}) => {
    const address = adminUrl(entered(), 'posts', { limit: '100', ...query });
    const answer = await fetch(address, { headers: headersOf(entered()) });
    return ((await answer.json()) as { posts: (JsonObject & { title: string })[] }).posts;
  };
  const listTitles = async (query?: Record<string, string>) => (await listPosts(query)).map(({ title }) => title);

  beforeAll(async () => {
    site = await startGhostSite(folder);
    ({ credentials } = await platform.connect(entered()));
  });
  afterAll(() => site?.stop());

  // First: after a restore, other posts of the site make it uncertain whether a post is missing.
  it('has no second post after the service was restored to before an edited post was sent', async () => {
    const after = await restoreBeforeChange(backups, { platform: 'ghost', first: 'with other words', entered: entered() });
    expect(after.changed).toMatchObject({ state: 'published', providerId: after.sent.providerId });
    expect(after.planned).toMatchObject({ state: 'published', attempts: 1 });
    const titles = await listTitles({ filter: "title:~'festival',title:~'market'" });
    expect(titles.sort()).toEqual(['The festival opens on Saturday.', 'The market closes at noon.']);
  });

  describePlatform('Ghost itself', async () => ({ platform, entered: entered(), credentials, listTexts: listTitles }));

  const publish = async (payload: JsonObject, intent: Intent, hooks = sendHooks()) => {
    const outcome = await platform.publish(payload, credentials, intent, hooks);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    return outcome;
  };
  const pageOf = async (url: string | null) => parseDocument(await (await fetch(url ?? '')).text());
  /** The differences that the service would report between what was signed and what visitors see. */
  const readDifferences = async (...[payload, intent, outcome]: [JsonObject, Intent, Awaited<ReturnType<typeof publish>>]) => {
    const seen = await platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
    if (seen?.kind !== 'found') throw new Error(JSON.stringify(seen));
    expect(seen.seenBy).toBe('public');
    return compareFields(seen.signed, seen.published).map(({ field }) => field);
  };

  it('accepts its Admin API key and refuses another one', async () => {
    const { handle } = await platform.connect(entered());
    expect(handle).toContain('127.0.0.1');
    expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });
    const wrong = site.adminKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await expect(platform.connect({ ...entered(), adminKey: wrong })).rejects.toThrow('Ghost does not accept the key.');
  });

  it('serves the title, the text, the tags and the descriptions of pictures exactly as signed', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    const media = ALT_TEXTS.map(
      (altText): PostMedia => ({ kind: 'image', bytes: picture.length, altText, file: { ...fileOf(picture), mimeType: 'image/png' } }),
    );
    const payload = platform.build({ text: TEXT, tags: ['harbour', 'Food & drink'], thread: [], link: null, media });
    const intent = intentFor(platform, payload);
    const outcome = await publish(payload, intent, { ...sendHooks(), openImage: async () => picture });

    const title = 'Tide & "time" <wait> {{title}} 50%';
    const posts = await listPosts({ filter: `slug:'${intent.keys.slug}'`, include: 'tags,email' });
    const tags = [{ name: 'harbour' }, { name: 'Food & drink' }];
    expect(posts).toMatchObject([{ title, tags, visibility: 'public', feature_image_alt: ALT_TEXTS[0], email: null }]);

    const page = await pageOf(outcome.url);
    const [heading] = DomUtils.getElementsByTagName('h1', page);
    expect(heading && DomUtils.textContent(heading).trim()).toBe(title);
    const article = DomUtils.findOne(({ attribs }) => /\bgh-content\b/.test(attribs.class ?? ''), page.children) ?? page;
    const paragraphs = DomUtils.getElementsByTagName('p', article).map((paragraph) => DomUtils.textContent(paragraph).trim());
    const [, ...expected] = TEXT.split('\n\n').map((paragraph) => paragraph.replaceAll('\n', ''));
    expect(paragraphs).toEqual(expected);
    expect(DomUtils.getElementsByTagName('img', article).map(({ attribs }) => attribs.alt)).toEqual([ALT_TEXTS[1]]);
    expect(await readDifferences(payload, intent, outcome)).toEqual([]);
  });

  it('plays a video from its page, byte for byte', async () => {
    // Ghost stores any bytes.
    const film = randomBytes(300_000);
    const payload = platform.build({
      ...{ text: 'The ferry\n\nSee it arrive.', tags: [], thread: [], link: null },
      media: [{ kind: 'video', bytes: film.length, altText: 'A ferry.', seconds: 4, file: { ...fileOf(film), mimeType: 'video/mp4' } }],
    });
    const intent = intentFor(platform, payload);
    const readMedia = async (_sha256: string, from: number, to: number) => film.subarray(from, to);
    const outcome = await publish(payload, intent, { ...sendHooks(), readMedia });
    const [player] = DomUtils.getElementsByTagName('video', await pageOf(outcome.url));
    const stored = await fetch(new URL(player?.attribs.src ?? '', site.url));
    expect(hashOf(Buffer.from(await stored.arrayBuffer()))).toBe(hashOf(film));
    expect(await readDifferences(payload, intent, outcome)).toEqual([]);
  });

  it('shows an edit and a removal to visitors, and reports changes made by others', async () => {
    const { payload, intent } = prepare(platform, 'The tide\n\nCome at nine.');
    const outcome = await publish(payload, intent);
    const edited = prepare(platform, 'The tide turns\n\nCome at ten.').payload;
    expect(await platform.edits?.send(edited, credentials, intent, outcome, sendHooks())).toEqual(outcome);
    expect(await (await fetch(outcome.url ?? '')).text()).toContain('Come at ten.');
    expect(await readDifferences(payload, intent, outcome)).toEqual(['title', 'text']);
    await platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal);
    expect((await fetch(outcome.url ?? '')).status).toBe(404);
    expect(await platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal)).toEqual({
      kind: 'gone',
      seenBy: 'account',
    });
    expect(await platform.edits?.send(edited, credentials, intent, outcome, sendHooks())).toMatchObject({
      kind: 'rejected',
      message: 'The network no longer has this post.',
    });
  });

  it('says which field it refused, and why', async () => {
    const { payload, intent } = prepare(platform, 'A title');
    const refused = await platform.publish({ ...payload, title: 'x'.repeat(300) }, credentials, intent, sendHooks());
    expect(refused).toMatchObject({ kind: 'rejected', message: expect.stringContaining('255') });
  });
});

const TEXT = [
  'Tide & "time" <wait> {{title}} 50%',
  '',
  "Come at nine, <b>not</b> before: *early* _birds_ [x](y) it's -- … (c) :)",
  'A second line, {{#if}} &amp; &lt;script&gt;',
  '',
  'See https://example.org/a_b?c=1&d=2 for more. 🌊 é',
].join('\n');

const ALT_TEXTS = ['Boat "0" <b>at</b> &lt; it\'s', 'Çà et là 🌊'];

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer) => ({ mediaId: 'med_1', sha256: hashOf(bytes), width: 640, height: 360 });
