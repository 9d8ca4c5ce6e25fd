import type { PlatformQuota } from './platform.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const documented = (source: string) => ({ source, checkedOn: '2026-11-21', confidence: 'documented' }) as const;
const conflicting = (source: string) => ({ source, checkedOn: '2026-11-21', confidence: 'conflicting' }) as const;

const BLUESKY = documented('docs.bsky.app, Rate Limits: 5,000 points an hour, 35,000 a day, 3 for a new record');
const TELEGRAM = documented('core.telegram.org/bots/faq: one message a second in a chat, 20 a minute in a group');

/** How many posts each network takes in a while, by its id. Where sources conflict, the stricter figure. */
export const PLATFORM_QUOTAS: Readonly<Record<string, readonly PlatformQuota[]>> = {
  bluesky: [
    { max: 1_666, perSeconds: HOUR, scope: 'connection', ...BLUESKY },
    { max: 11_666, perSeconds: DAY, scope: 'connection', ...BLUESKY },
  ],
  discord: [
    {
      max: 5,
      perSeconds: 2,
      scope: 'connection',
      ...conflicting('Observed of webhooks; the documentation names no figure, only its headers (discord.com/developers, Rate Limits)'),
    },
  ],
  instagram: [{ max: 25, perSeconds: DAY, scope: 'connection', ...conflicting('Meta names 25, 50 and 100 published posts in 24 hours') }],
  linkedin: [{ max: 150, perSeconds: DAY, scope: 'connection', ...documented('LinkedIn share API: 150 requests a member a day') }],
  mastodon: [
    {
      max: 300,
      perSeconds: 300,
      scope: 'connection',
      ...documented('docs.joinmastodon.org/api/rate-limits: 300 calls in 5 minutes for each account'),
    },
  ],
  slack: [{ max: 1, perSeconds: 1, scope: 'connection', ...documented('docs.slack.dev, Rate limits: one message a second in a channel') }],
  telegram: [
    { max: 1, perSeconds: 1, scope: 'connection', ...TELEGRAM },
    { max: 20, perSeconds: 60, scope: 'connection', ...TELEGRAM },
  ],
  threads: [
    { max: 250, perSeconds: DAY, scope: 'connection', ...documented('developers.facebook.com, Threads API: 250 posts in 24 hours') },
  ],
  tiktok: [
    { max: 6, perSeconds: 60, scope: 'connection', ...documented('developers.tiktok.com, Content Posting API: 6 requests a minute') },
    { max: 15, perSeconds: DAY, scope: 'connection', ...conflicting('About 15 posts a day and creator; TikTok names no fixed figure') },
  ],
  x: [
    {
      max: 100,
      perSeconds: 900,
      scope: 'connection',
      ...conflicting('docs.x.com, Rate limits: 100 in 15 minutes a user; older access levels had fewer'),
    },
    { max: 10_000, perSeconds: DAY, scope: 'app', ...documented('docs.x.com, Rate limits: 10,000 posts in 24 hours an app') },
  ],
};
