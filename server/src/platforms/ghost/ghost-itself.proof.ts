import { createHash, randomBytes } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { expect } from 'vitest';
import { useBackups } from '../../testing/database/backups.ts';
import { restoreBeforeChange } from '../../testing/database/changed-words.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { compareFields } from '../platform/read-back.ts';
import type { JsonObject, PostMedia } from '../platform.ts';
import { intentFor, sendHooks } from '../testing/contract-posts.ts';
import { startGhostSite } from '../testing/ghost-site.ts';
import { adminUrl, headersOf } from './ghost-api.ts';
import { createGhostPlatform } from './ghost-platform.ts';
import { ghostRules } from './ghost-rules.ts';

const TEXT = [
  'Tide & "time" <wait> {{title}} 50%',
  '',
  "Come at nine, <b>not</b> before: *early* _birds_ [x](y) it's -- … (c) :)",
  'A second line, {{#if}} &amp; &lt;script&gt;',
  '',
  'See https://example.org/a_b?c=1&d=2 for more. 🌊 é',
].join('\n');

const backups = useBackups(useTestDatabase());

prove(
  'ghost',
  'Ghost itself keeps a post word for word, once, with its pictures and tags, and refuses as the connector expects',
  async () => {
    const site = await startGhostSite();
    try {
      const platform = createGhostPlatform(ghostRules, createTestOutbound());
      const entered = { site: site.url, adminKey: site.adminKey };
      const { credentials, handle } = await platform.connect(entered);
      expect(handle).toContain('127.0.0.1');
      await expect(
        platform.connect({ ...entered, adminKey: site.adminKey.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
      ).rejects.toThrow('Ghost does not accept the key.');
      expect(await platform.check(credentials, AbortSignal.timeout(60_000))).toMatchObject({ kind: 'healthy' });

      const after = await restoreBeforeChange(backups, { platform: 'ghost', first: 'with other words', entered });
      expect(after.changed).toMatchObject({ state: 'published', providerId: after.sent.providerId });
      expect(after.planned).toMatchObject({ state: 'published', attempts: 1 });
      const all = await fetch(adminUrl(entered, 'posts', { filter: "title:~'festival',title:~'market'" }), { headers: headersOf(entered) });
      const titles = ((await all.json()) as { posts: JsonObject[] }).posts.map(({ title }) => title);
      expect(titles.sort()).toEqual(['The festival opens on Saturday.', 'The market closes at noon.']);

      const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
        .png()
        .toBuffer();
      const media = ['Boat "0" <b>at</b> &lt; it\'s', 'Çà et là 🌊'].map(
        (altText): PostMedia => ({
          kind: 'image',
          bytes: picture.length,
          altText,
          file: { mediaId: 'med_1', sha256: 'ab'.repeat(32), mimeType: 'image/png', width: 60, height: 40 },
        }),
      );
      const payload = platform.build({ text: TEXT, tags: ['harbour', 'Food & drink'], thread: [], link: null, media });
      const intent = intentFor(platform, payload);
      expect(await platform.find(payload, credentials, intent)).toEqual({ kind: 'absent' });
      const hooks = { ...sendHooks(), openImage: async () => picture };
      const outcome = await platform.publish(payload, credentials, intent, hooks);
      if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      expect(await platform.publish(payload, credentials, intent, hooks)).toEqual(outcome);
      expect(await platform.find(payload, credentials, intent)).toEqual({
        kind: 'found',
        providerId: outcome.providerId,
        url: outcome.url,
      });

      const account = { site: site.url, adminKey: site.adminKey };
      const listed = await fetch(adminUrl(account, 'posts', { filter: `slug:'${intent.keys.slug}'`, include: 'tags,email' }), {
        headers: headersOf(account),
      });
      const { posts } = (await listed.json()) as { posts: JsonObject[] };
      expect(posts).toMatchObject([
        {
          title: 'Tide & "time" <wait> {{title}} 50%',
          visibility: 'public',
          feature_image_alt: 'Boat "0" <b>at</b> &lt; it\'s',
          tags: [{ name: 'harbour' }, { name: 'Food & drink' }],
          email: null,
        },
      ]);

      const page = parseDocument(await (await fetch(outcome.url ?? '')).text());
      const [heading] = DomUtils.getElementsByTagName('h1', page);
      expect(heading && DomUtils.textContent(heading).trim()).toBe('Tide & "time" <wait> {{title}} 50%');
      const article = DomUtils.findOne(({ attribs }) => /\bgh-content\b/.test(attribs.class ?? ''), page.children);
      const paragraphs = DomUtils.getElementsByTagName('p', article ?? page).map((paragraph) => DomUtils.textContent(paragraph));
      const [, ...expected] = TEXT.split('\n\n').map((paragraph) => paragraph.replaceAll('\n', ''));
      expect(paragraphs.map((text) => text.trim())).toEqual(expected);
      expect(DomUtils.getElementsByTagName('img', article ?? page).map(({ attribs }) => attribs.alt)).toEqual(['Çà et là 🌊']);

      const refused = await platform.publish({ ...payload, title: 'x'.repeat(300) }, credentials, intentFor(platform, payload), hooks);
      expect(refused).toMatchObject({ kind: 'rejected', message: expect.stringContaining('255') });
      // The bytes of a film: Ghost stores what it is given, and its page plays it.
      const film = randomBytes(300_000);
      const file = {
        mediaId: 'med_2',
        sha256: createHash('sha256').update(film).digest('hex'),
        mimeType: 'video/mp4',
        width: 640,
        height: 360,
      };
      const filmed = platform.build({
        ...{ text: 'The ferry\n\nSee it arrive.', tags: [], thread: [], link: null },
        media: [{ kind: 'video', bytes: film.length, altText: 'A ferry.', seconds: 4, file }],
      });
      const filmIntent = intentFor(platform, filmed);
      const readMedia = async (_sha256: string, from: number, to: number) => film.subarray(from, to);
      const shown = await platform.publish(filmed, credentials, filmIntent, { ...sendHooks(), readMedia });
      if (shown.kind !== 'published') throw new Error(JSON.stringify(shown));
      const filmPage = parseDocument(await (await fetch(shown.url ?? '')).text());
      const [player] = DomUtils.getElementsByTagName('video', filmPage);
      const stored = Buffer.from(await (await fetch(new URL(player?.attribs.src ?? '', site.url))).arrayBuffer());
      expect(createHash('sha256').update(stored).digest('hex')).toBe(file.sha256);

      const read = () => platform.readBack?.(payload, credentials, intent, outcome, new AbortController().signal);
      const seen = await read();
      if (seen?.kind !== 'found') throw new Error(JSON.stringify(seen));
      expect(compareFields(seen.signed, seen.published)).toEqual([]);
      expect(seen.seenBy).toBe('public');
      const filmSeen = await platform.readBack?.(filmed, credentials, filmIntent, shown, new AbortController().signal);
      if (filmSeen?.kind !== 'found') throw new Error(JSON.stringify(filmSeen));
      expect(compareFields(filmSeen.signed, filmSeen.published)).toEqual([]);

      const edit = (text: string) =>
        platform.edits?.send(platform.build({ text, tags: [], thread: [], link: null }), credentials, intent, outcome, sendHooks());
      expect(await edit('Tide\n\nCome at ten.')).toEqual(outcome);
      expect(await (await fetch(outcome.url ?? '')).text()).toContain('Come at ten.');
      const edited = await read();
      if (edited?.kind !== 'found') throw new Error(JSON.stringify(edited));
      expect(compareFields(edited.signed, edited.published).map(({ field }) => field)).toEqual(['title', 'text']);
      const remove = () => platform.retract?.(payload, credentials, intent, outcome, new AbortController().signal);
      expect([await remove(), await remove()]).toEqual([{ kind: 'removed' }, { kind: 'removed' }]);
      expect((await fetch(outcome.url ?? '')).status).toBe(404);
      expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });
      expect(await edit('Tide\n\nCome at noon.')).toMatchObject({ kind: 'rejected', message: 'The network has no such post any more.' });
      return 'one post after two attempts, read back from its page; other words under the same id; a video played from its page byte for byte; words that someone else changed are reported as different; removed, and removed again; after a restore no second post of one whose title was changed; a title of 300 characters is refused';
    } finally {
      await site.stop();
    }
  },
);
