import { describe, expect, it } from 'vitest';
import { FIELD_RULES } from '../field-rules.ts';
import { testPlatforms } from '../testing/platforms.ts';
import { validatePost } from './network-words.ts';
import { RULE_FIELDS } from './platform.ts';
import { NETWORKS } from './registry.ts';
import { requiredSettings } from './testing/contract-posts.ts';

describe('the rules of the networks', () => {
  it('exist for at least 22, each once', () => {
    expect(NETWORKS.length).toBeGreaterThanOrEqual(22);
    expect(new Set(NETWORKS.map(({ id }) => id)).size).toBe(NETWORKS.length);
  });

  it('are as many as a draft may name', () => {
    expect(FIELD_RULES.draft.platforms.maxItems).toBe(NETWORKS.length);
  });

  it.each(NETWORKS.map((network) => ({ network, id: network.id })))('of $id have the source and date of every figure', ({ network }) => {
    expect(network.id).toMatch(/^[a-z_]+$/);
    expect(network.limits.some(({ field, unit }) => field === 'text' && unit !== 'items')).toBe(true);
    for (const rule of network.limits) {
      expect(RULE_FIELDS).toContain(rule.field);
      expect(Number.isInteger(rule.max) && rule.max >= (rule.min ?? 0)).toBe(true);
      // GraphQL and JSON clients read it as a signed 32-bit number.
      expect(rule.max).toBeLessThan(2 ** 31);
      expect(rule.source.length).toBeGreaterThan(5);
      expect(rule.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it.each(NETWORKS.map((network) => ({ network, id: network.id })))(
    'of $id let a plain post pass once it has what is required',
    ({ network }) => {
      const post = {
        text: 'The harbour opens at nine\n\nEverybody is welcome.',
        tags: network.requires.includes('tags') ? ['harbour'] : [],
        thread: [],
        link: 'https://example.org/',
        settings: requiredSettings(network.settings),
        media: network.requires.includes('media') ? [{ kind: 'video' as const, bytes: 1_000_000, seconds: 20 }] : [],
      };
      expect(validatePost(network, post)).toEqual([]);
      const missing = validatePost(network, { ...post, tags: [], media: [] }).map(({ code }) => code);
      expect(missing).toEqual(network.requires.flatMap((what) => (what === 'title' || what === 'cover' ? [] : `${what}_missing`)).sort());
    },
  );
});

it.each<[string, string, string, string?]>([
  ['bluesky', 'https://bsky.app/profile/harbour.example/post/3lbm5xhcsxk2t', 'at://me/app.bsky.feed.post/3lbm5xhcsxk2t'],
  ['discord', 'https://discord.com/channels/1/22/333', '333'],
  ['facebook', 'https://www.facebook.com/102_55', '102_55'],
  ['linkedin', 'https://www.linkedin.com/feed/update/urn:li:share:71/', 'urn:li:share:71'],
  ['linkedin_page', 'https://www.linkedin.com/feed/update/urn:li:ugcPost:72', 'urn:li:ugcPost:72'],
  ['mastodon', 'https://social.example/@harbour/113', '113', 'social.example/9'],
  ['pinterest', 'https://www.pinterest.com/pin/812/', '812'],
  ['reddit', 'https://www.reddit.com/r/harbour/comments/1h2abc/it_opens/', 't3_1h2abc'],
  ['slack', 'https://harbour.slack.com/archives/C024BE91L/p1503435956000247', 'C024BE91L/1503435956.000247'],
  ['telegram', 'https://t.me/harbour/12', 'me/12'],
  ['tiktok', 'https://www.tiktok.com/@harbour/video/7301', '7301'],
  ['tumblr', 'https://www.tumblr.com/harbour/7401/it-opens', '7401'],
  ['vk', 'https://vk.com/wall-1_42', '-1_42'],
  ['x', 'https://x.com/harbour/status/1861', '1861'],
  ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=1', 'dQw4w9WgXcQ'],
])('the address of a post on %s has its id: %s', (network, link, id, account = 'me') => {
  const platform = testPlatforms().find((each) => each.id === network);
  expect(platform?.idFromLink?.(new URL(link), account)).toBe(id);
  for (const other of ['https://example.org/post/1', new URL('/', link).href, new URL('/somewhere/else', link).href])
    expect(platform?.idFromLink?.(new URL(other), account)).toBeNull();
});

it('the address of a post under a name has no id', () => {
  const without = testPlatforms().filter(({ idFromLink }) => !idFromLink);
  expect(without.map(({ id }) => id).toSorted()).toEqual([
    'devto',
    'ghost',
    'google_business',
    'hashnode',
    'instagram',
    'lemmy',
    'nostr',
    'postiz',
    'threads',
    'wordpress',
  ]);
});
