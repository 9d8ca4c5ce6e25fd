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

const OWN = { handle: '@harbour', externalId: '42' };

it.each<{ of: string; link: string; id: string; account?: { handle: string; externalId: string }; others: string[] }>([
  {
    of: 'bluesky',
    link: 'https://bsky.app/profile/harbour.example/post/3lbm5xhcsxk2t',
    id: 'at://did:plc:me/app.bsky.feed.post/3lbm5xhcsxk2t',
    account: { handle: 'harbour.example', externalId: 'did:plc:me' },
    others: ['https://bsky.app/profile/pier.example/post/3lbm5xhcsxk2t', 'https://bsky.app/profile/did:plc:you/post/3lbm5xhcsxk2t'],
  },
  {
    of: 'bluesky',
    link: 'https://bsky.app/profile/did:plc:me/post/3lbm5xhcsxk2t',
    id: 'at://did:plc:me/app.bsky.feed.post/3lbm5xhcsxk2t',
    account: { handle: 'harbour.example', externalId: 'did:plc:me' },
    others: [],
  },
  { of: 'discord', link: 'https://discord.com/channels/1/42/333', id: '333', others: ['https://discord.com/channels/1/43/333'] },
  { of: 'facebook', link: 'https://www.facebook.com/42_55', id: '42_55', others: ['https://www.facebook.com/43_55'] },
  { of: 'linkedin', link: 'https://www.linkedin.com/feed/update/urn:li:share:71/', id: 'urn:li:share:71', others: [] },
  { of: 'linkedin_page', link: 'https://www.linkedin.com/feed/update/urn:li:ugcPost:72', id: 'urn:li:ugcPost:72', others: [] },
  {
    of: 'mastodon',
    link: 'https://social.example/@harbour/113',
    id: '113',
    account: { handle: '@harbour@social.example', externalId: 'social.example/9' },
    others: ['https://social.example/@pier/113', 'https://social.example/@harbour@other.example/113', 'https://other.example/@harbour/113'],
  },
  { of: 'pinterest', link: 'https://www.pinterest.com/pin/812/', id: '812', others: [] },
  {
    of: 'reddit',
    link: 'https://www.reddit.com/r/harbour/comments/1h2abc/it_opens/',
    id: 't3_1h2abc',
    account: { handle: 'r/Harbour (u/harbour_master)', externalId: 'u1/t5_1' },
    others: ['https://www.reddit.com/r/pier/comments/1h2abc/it_opens/', 'https://www.reddit.com/comments/1h2abc'],
  },
  {
    of: 'slack',
    link: 'https://harbour.slack.com/archives/C024BE91L/p1503435956000247',
    id: 'C024BE91L/1503435956.000247',
    account: { handle: '#news in Harbour', externalId: 'T1/C024BE91L' },
    others: ['https://harbour.slack.com/archives/C024BE92L/p1503435956000247'],
  },
  {
    of: 'telegram',
    link: 'https://t.me/harbour/12',
    id: '-10042/12',
    account: { handle: '@Harbour', externalId: '-10042' },
    others: ['https://t.me/otherchannel/12', 'https://t.me/c/43/12'],
  },
  {
    of: 'telegram',
    link: 'https://t.me/c/42/12',
    id: '-10042/12',
    account: { handle: 'harbour', externalId: '-10042' },
    // The name of a private channel is only its title.
    others: ['https://t.me/harbour/12', 'https://t.me/c/10042/12'],
  },
  { of: 'tiktok', link: 'https://www.tiktok.com/@harbour/video/7301', id: '7301', others: ['https://www.tiktok.com/@pier/video/7301'] },
  {
    of: 'tumblr',
    link: 'https://www.tumblr.com/harbour/7401/it-opens',
    id: '7401',
    account: { handle: 'harbour.tumblr.com', externalId: 't:1' },
    others: ['https://www.tumblr.com/pier/7401', 'https://pier.tumblr.com/post/7401'],
  },
  {
    of: 'tumblr',
    link: 'https://harbour.tumblr.com/post/7401/it-opens',
    id: '7401',
    account: { handle: 'harbour.tumblr.com', externalId: 't:1' },
    others: [],
  },
  {
    of: 'vk',
    link: 'https://vk.com/wall-1_42',
    id: '-1_42',
    account: { handle: 'Harbour', externalId: '-1' },
    others: ['https://vk.com/wall1_42', 'https://vk.com/wall-2_42'],
  },
  { of: 'x', link: 'https://x.com/harbour/status/1861', id: '1861', others: ['https://x.com/pier/status/1861'] },
  { of: 'youtube', link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', id: 'dQw4w9WgXcQ', others: [] },
  { of: 'youtube', link: 'https://youtu.be/dQw4w9WgXcQ?si=1', id: 'dQw4w9WgXcQ', others: [] },
])('the address of a post on $of has its id, and none of another account’s post: $link', ({ of, link, id, account = OWN, others }) => {
  const platform = testPlatforms().find((each) => each.id === of);
  expect(platform?.idFromLink?.(new URL(link), account)).toBe(id);
  for (const other of ['https://example.org/post/1', new URL('/', link).href, new URL('/somewhere/else', link).href, ...others])
    expect([other, platform?.idFromLink?.(new URL(other), account)]).toEqual([other, null]);
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

it('takes the posts of a thread and its first comment out of a quota only where the network counts them', () => {
  const post = { text: 'The harbour opens.', tags: [], thread: ['At nine.', 'Bring a coat.'], link: null };
  const costOf = (id: string, thread = post.thread) => {
    const platform = testPlatforms().find((each) => each.id === id);
    const payload = platform?.build({ ...post, thread, settings: { first_comment: 'Tickets: https://example.org/' } });
    return platform?.quotaCost?.(payload ?? {}) ?? 1;
  };
  expect(['x', 'mastodon', 'bluesky'].map((id) => [id, costOf(id)])).toEqual([
    ['x', 4],
    ['mastodon', 4],
    ['bluesky', 4],
  ]);
  // Replies have a limit of their own there.
  expect(costOf('threads')).toBe(1);
  expect(['linkedin_page', 'vk', 'lemmy', 'instagram'].map((id) => costOf(id, []))).toEqual([1, 1, 1, 1]);
});
