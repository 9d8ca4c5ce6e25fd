import type { NetworkRules } from './network-rules.ts';
import { blueskyRules } from './rules/bluesky.ts';
import { devtoRules } from './rules/devto.ts';
import { discordRules } from './rules/discord.ts';
import { facebookRules } from './rules/facebook.ts';
import { googleBusinessRules } from './rules/google-business.ts';
import { hashnodeRules } from './rules/hashnode.ts';
import { instagramRules } from './rules/instagram.ts';
import { lemmyRules } from './rules/lemmy.ts';
import { linkedinRules } from './rules/linkedin.ts';
import { mastodonRules } from './rules/mastodon.ts';
import { nostrRules } from './rules/nostr.ts';
import { pinterestRules } from './rules/pinterest.ts';
import { redditRules } from './rules/reddit.ts';
import { sandboxRules } from './rules/sandbox.ts';
import { slackRules } from './rules/slack.ts';
import { telegramRules } from './rules/telegram.ts';
import { threadsRules } from './rules/threads.ts';
import { tiktokRules } from './rules/tiktok.ts';
import { tumblrRules } from './rules/tumblr.ts';
import { vkRules } from './rules/vk.ts';
import { wordpressRules } from './rules/wordpress.ts';
import { xRules } from './rules/x.ts';
import { youtubeRules } from './rules/youtube.ts';

/** Every network whose rules are known, in the order in which they are listed. */
export const NETWORKS: readonly NetworkRules[] = [
  sandboxRules,
  blueskyRules,
  mastodonRules,
  nostrRules,
  telegramRules,
  discordRules,
  slackRules,
  wordpressRules,
  xRules,
  linkedinRules,
  threadsRules,
  facebookRules,
  instagramRules,
  tiktokRules,
  youtubeRules,
  pinterestRules,
  redditRules,
  googleBusinessRules,
  tumblrRules,
  lemmyRules,
  devtoRules,
  hashnodeRules,
  vkRules,
];
