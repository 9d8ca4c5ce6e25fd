import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, Json, PostMedia } from '../platform.ts';
import { prepare, sendHooks } from '../testing/contract-posts.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { missingForWordpress, startWordpressSite, type WordpressSite } from '../testing/wordpress-site.ts';
import { createWordpressPlatform } from './wordpress-platform.ts';
import { wordpressRules } from './wordpress-rules.ts';

vi.setConfig({ hookTimeout: 60_000 });
if (missingForWordpress.length > 0) {
  console.log(
    `WordPress itself: skipped, since this machine lacks ${missingForWordpress.join(', ')}. ` +
      'On Debian: apt-get install --no-install-recommends wordpress php-cli php-mysql php-gd mariadb-server',
  );
}

/** The real program, on loopback, without pretty permalinks, as it is after its installation. */
describe.skipIf(missingForWordpress.length > 0)('WordPress itself', () => {
  const platform = createWordpressPlatform(wordpressRules, createTestOutbound());
  let site: WordpressSite;
  let credentials: Credentials;
  const entered = () => ({ site: site.url, username: site.username, applicationPassword: site.applicationPassword });
  const ask = async (route: string, query: Record<string, string> = {}): Promise<Json> => {
    const answer = await fetch(`${site.url}/?${new URLSearchParams({ rest_route: route, context: 'edit', ...query })}`, {
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
  });
  afterAll(() => site?.stop());

  describePlatform('WordPress itself', async () => ({
    platform,
    entered: entered(),
    credentials,
    listTexts: async () => (await listPosts()).map(({ title }) => title.raw),
  }));

  it('keeps title and text word for word, under the slug that was chosen in advance, and once', async () => {
    const { payload, intent } = prepare(platform, 'Tide & “time” <wait>\n\nCome at nine.\nhttps://example.org/a?b=1&c=2');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    expect(await platform.publish(payload, credentials, intent, sendHooks())).toEqual(outcome);
    const posts = (await listPosts()).filter(({ slug }) => slug === intent.keys.slug);
    expect(posts.map(({ title, content }) => [title.raw, content.raw])).toEqual([[payload.title, payload.content]]);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect((await fetch(outcome.url ?? '')).status).toBeLessThan(500);
  });

  it('shows the first picture as the post’s own and the others in it, byte for byte, with their descriptions', async () => {
    const bytes = [await picture('#0a0'), await picture('#00a')];
    const media = bytes.map(
      (each, index): PostMedia => ({ kind: 'image', bytes: each.length, altText: `Boat "${index}"`, file: fileOf(each) }),
    );
    const { payload, intent } = prepare(platform, 'Boats\n\nat dawn', [], media);
    const openImage = async (sha256: string) => bytes.find((each) => hashOf(each) === sha256) ?? Buffer.alloc(0);
    expect(await platform.publish(payload, credentials, intent, { ...sendHooks(), openImage })).toMatchObject({ kind: 'published' });

    const post = (await listPosts()).find(({ slug }) => slug === intent.keys.slug);
    const library = (await ask('/wp/v2/media')) as { id: number; alt_text: string; source_url: string }[];
    const own = library.find(({ id }) => id === post?.featured_media);
    const other = library.find(({ id }) => id !== own?.id);
    expect([own?.alt_text, other?.alt_text]).toEqual(['Boat "0"', 'Boat "1"']);
    expect(post?.content.raw).toContain(`<img src="${other?.source_url}" alt="Boat &quot;1&quot;" class="wp-image-${other?.id}">`);
    const served = await Promise.all(
      [own, other].map(async (item) => hashOf(Buffer.from(await (await fetch(item?.source_url ?? '')).arrayBuffer()))),
    );
    expect(served).toEqual(bytes.map(hashOf));
  });

  it('refuses a wrong application password, and the password for signing in', async () => {
    await expect(platform.connect({ ...entered(), applicationPassword: 'abcd EFGH 1234 ijkl MNOP 5678' })).rejects.toThrow(
      'WordPress says that the user name or the application password is wrong',
    );
  });
});

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer) => ({ mediaId: 'med_1', sha256: hashOf(bytes), mimeType: 'image/jpeg', width: 60, height: 40 });
