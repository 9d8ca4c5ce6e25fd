import { expect, it } from 'vitest';
import { testPlatforms } from '../../testing/platforms.ts';
import { checkSafety } from '../check-safety.ts';
import { PLAIN_SETTINGS } from '../safety-finding.ts';
import { safetyPostsOf } from '../safety-queries.ts';

const DENIED = ['evil.example', 'evil.shop', 'münchen-deals.com', 'under_score.shop', '203.0.113.9'];
const SETTINGS = { ...PLAIN_SETTINGS, deniedHosts: DENIED, blockedTerms: ['best ever'] };
const platforms = testPlatforms();
const eleven = 'a.'.repeat(11);

/** On some network or in some client, each of these is a link to a denied host. */
const WRITTEN = [
  'evil.shop/path',
  'www.evil.shop',
  'EVIL.shop/path?x=1#y',
  'see (evil.shop/path).',
  'read:evil.shop/path',
  `${eleven}evil.shop/path`,
  `https://${eleven}evil.shop`,
  'evil.shop./path',
  'еvil.shop/path',
  'ｅｖｉｌ.shop/path',
  'evil。shop/path',
  'https://evil。shop/path',
  'https://evil｡shop/path',
  'evil\u2024shop/path',
  'ev\u200bil.shop/path',
  'evil\u2060.shop/path',
  '\u202eevil.shop/path\u202c',
  '\u2067www.evil.shop\u2069',
  'https://ev%69l.shop/path',
  'https://evil%2Eshop/path',
  'https://good.com@evil.shop/path',
  'https:\\\\evil.shop\\path',
  'under_score.shop/path',
  'https://under_score.shop/path',
  'https://sub.under_score.shop/',
  'https://münchen-deals.com/x',
  'xn--mnchen-deals-dlb.com/x',
  'http://203.0.113.9/x',
  'http://3405803785/x',
  'http://0xcb.0.0x71.9/x',
];

it.each(WRITTEN)('finds a link to a denied host in any notation: %j', async (text) => {
  const found = await checkSafety([{ platform: 'x', field: 'text', text: `Look: ${text} today` }], SETTINGS);
  expect(found.filter(({ check }) => check === 'denied_host')).not.toEqual([]);
});

it('checks everything that a network makes clickable', async () => {
  const unjudged: string[] = [];
  for (const platform of platforms) {
    for (const written of WRITTEN) {
      const text = `Look: ${written} today`;
      const post = { text, tags: [], thread: [], link: null };
      const { parts } = platform.preview(post);
      const hosts = parts.flatMap(({ facets }) =>
        facets.flatMap(({ kind, target }) => (kind === 'link' ? [URL.parse(target)?.hostname] : [])),
      );
      const deniedHosts = hosts.flatMap((host) => host ?? []);
      const found = await checkSafety(safetyPostsOf({ platform: platform.id, preview: platform.preview(post) }), {
        ...PLAIN_SETTINGS,
        deniedHosts,
      });
      if (hosts.length > 0 && !found.some(({ check }) => check === 'denied_host')) unjudged.push(`${platform.id}: ${text} -> ${hosts}`);
    }
  }
  expect(unjudged).toEqual([]);
});

it.each(['good.com/best-ever', 'good.com/best_ever?x', 'www.good.com/best%20ever', 'the best–ever soup', 'good.com/?q=best+ever'])(
  'finds a term in a link as in a sentence: %s',
  async (text) => {
    expect(await checkSafety([{ platform: null, field: 'text', text }], SETTINGS)).toMatchObject([{ check: 'blocked_term' }]);
  },
);

it('ignores a host that only ends like a denied one, and a sentence without a space after its full stop', async () => {
  const text = 'notevil.shop/x, evil.shops/x, my-evil.shop and "It was evil.Shop there!" 你好。世界 3.14';
  const found = await checkSafety([{ platform: null, field: 'text', text }], { ...SETTINGS, deniedHosts: ['evil.shop/'.slice(0, -1)] });
  expect(found.filter(({ check }) => check === 'denied_host').map(({ span }) => text.slice(span!.start, span!.end))).toEqual(['evil.Shop']);
});
