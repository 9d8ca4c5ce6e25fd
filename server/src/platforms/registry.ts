import type { OauthClients } from '../config/oauth-clients-config.ts';
import type { Sentence } from '../languages/sentence.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createBlueskyPlatform } from './bluesky/bluesky-platform.ts';
import { blueskyRules } from './bluesky/bluesky-rules.ts';
import { createDevtoPlatform } from './devto/devto-platform.ts';
import { devtoRules } from './devto/devto-rules.ts';
import { createDiscordPlatform } from './discord/discord-platform.ts';
import { discordRules } from './discord/discord-rules.ts';
import { createFacebookPlatform } from './facebook/facebook-platform.ts';
import { facebookRules } from './facebook/facebook-rules.ts';
import { createGhostPlatform } from './ghost/ghost-platform.ts';
import { ghostRules } from './ghost/ghost-rules.ts';
import { createGoogleBusinessPlatform } from './google-business/google-business-platform.ts';
import { googleBusinessRules } from './google-business/google-business-rules.ts';
import { createHashnodePlatform } from './hashnode/hashnode-platform.ts';
import { hashnodeRules } from './hashnode/hashnode-rules.ts';
import { createInstagramPlatform } from './instagram/instagram-platform.ts';
import { instagramRules } from './instagram/instagram-rules.ts';
import { createLemmyPlatform } from './lemmy/lemmy-platform.ts';
import { lemmyRules } from './lemmy/lemmy-rules.ts';
import { createLinkedinPlatform } from './linkedin/linkedin-platform.ts';
import { linkedinRules } from './linkedin/linkedin-rules.ts';
import { createLinkedinPagePlatform, linkedinPageRules } from './linkedin-page/linkedin-page-platform.ts';
import { createMastodonPlatform } from './mastodon/mastodon-platform.ts';
import { mastodonRules } from './mastodon/mastodon-rules.ts';
import { type NetworkRules, withServerLimits } from './network-rules.ts';
import { createNostrPlatform } from './nostr/nostr-platform.ts';
import { nostrRules } from './nostr/nostr-rules.ts';
import { createPinterestPlatform } from './pinterest/pinterest-platform.ts';
import { pinterestRules } from './pinterest/pinterest-rules.ts';
import { withEdits } from './platform/edits.ts';
import { withFirstComment } from './platform/first-comment.ts';
import type { Platform } from './platform.ts';
import { createPostizPlatform } from './postiz/postiz-platform.ts';
import { postizRules } from './postiz/postiz-rules.ts';
import { createRedditPlatform } from './reddit/reddit-platform.ts';
import { redditRules } from './reddit/reddit-rules.ts';
import { type Override, overrideRules } from './rule-overrides.ts';
import type { SandboxFeed } from './sandbox/sandbox-feed.ts';
import { createSandboxPlatform } from './sandbox/sandbox-platform.ts';
import { sandboxRules } from './sandbox/sandbox-rules.ts';
import { createSlackPlatform } from './slack/slack-platform.ts';
import { slackRules } from './slack/slack-rules.ts';
import { createTelegramPlatform } from './telegram/telegram-platform.ts';
import { telegramRules } from './telegram/telegram-rules.ts';
import { createThreadsPlatform } from './threads/threads-platform.ts';
import { threadsRules } from './threads/threads-rules.ts';
import { createTiktokPlatform } from './tiktok/tiktok-platform.ts';
import { tiktokRules } from './tiktok/tiktok-rules.ts';
import { createTumblrPlatform } from './tumblr/tumblr-platform.ts';
import { tumblrRules } from './tumblr/tumblr-rules.ts';
import { createVkPlatform } from './vk/vk-platform.ts';
import { vkRules } from './vk/vk-rules.ts';
import { createWordpressPlatform } from './wordpress/wordpress-platform.ts';
import { wordpressRules } from './wordpress/wordpress-rules.ts';
import { createWordsOnlyPlatform } from './words-only-platform.ts';
import { createXPlatform } from './x/x-platform.ts';
import { xRules } from './x/x-rules.ts';
import { createYoutubePlatform } from './youtube/youtube-platform.ts';
import { youtubeRules } from './youtube/youtube-rules.ts';

export interface PlatformPorts {
  sandboxFeed: SandboxFeed;
  /** Whether posts to it take no credits. */
  sandboxIsFree?: boolean;
  /** The outbound client. */
  outbound: Outbound;
  /** This service's address, for the user agent. */
  website: string;
  /** The operator's registrations at the platforms that want one. */
  clients: OauthClients;
  /** Why platforms cannot fetch images from this service, and the remedy; null if they can. */
  imageObstacle?: Sentence | null;
  /** Limits that the operator has set otherwise. */
  ruleOverrides?: readonly Override[];
}

export interface RegisteredPlatform {
  rules: NetworkRules;
  /** Creates its connector from its rules; without one, content is written and checked, but never sent. */
  create?(network: NetworkRules, ports: PlatformPorts): Platform;
}

/** Every platform there is, in the order in which they are listed. A new one is its folder and a line here. */
const PLATFORMS = {
  sandbox: {
    rules: sandboxRules,
    create: (network, { sandboxFeed, sandboxIsFree }) => createSandboxPlatform(sandboxFeed, network, sandboxIsFree),
  },
  bluesky: { rules: blueskyRules, create: (network, { outbound }) => createBlueskyPlatform(network, outbound) },
  mastodon: { rules: mastodonRules, create: (network, { outbound, website }) => createMastodonPlatform(network, outbound, website) },
  nostr: { rules: nostrRules, create: (network, { outbound }) => createNostrPlatform(network, outbound) },
  telegram: { rules: telegramRules, create: (network, { outbound }) => createTelegramPlatform(network, outbound) },
  discord: { rules: discordRules, create: (network, { outbound, website }) => createDiscordPlatform(network, outbound, website) },
  slack: { rules: slackRules, create: (network, { outbound, clients }) => createSlackPlatform(network, outbound, clients.slack) },
  wordpress: { rules: wordpressRules, create: (network, { outbound }) => createWordpressPlatform(network, outbound) },
  ghost: { rules: ghostRules, create: (network, { outbound }) => createGhostPlatform(network, outbound) },
  x: { rules: xRules, create: (network, { outbound, clients }) => createXPlatform(network, outbound, clients.x) },
  linkedin: {
    rules: linkedinRules,
    create: (network, { outbound, clients }) => createLinkedinPlatform(network, outbound, clients.linkedin),
  },
  linkedin_page: {
    rules: linkedinPageRules,
    create: (network, { outbound, clients }) => createLinkedinPagePlatform(network, outbound, clients.linkedin_page),
  },
  threads: { rules: threadsRules, create: (network, { outbound, clients }) => createThreadsPlatform(network, outbound, clients.threads) },
  facebook: {
    rules: facebookRules,
    create: (network, { outbound, clients }) => createFacebookPlatform(network, outbound, clients.facebook),
  },
  instagram: {
    rules: instagramRules,
    create: (network, { outbound, clients }) => createInstagramPlatform(network, outbound, clients.instagram),
  },
  tiktok: { rules: tiktokRules, create: (network, { outbound, clients }) => createTiktokPlatform(network, outbound, clients.tiktok) },
  youtube: { rules: youtubeRules, create: (network, { outbound, clients }) => createYoutubePlatform(network, outbound, clients.youtube) },
  pinterest: {
    rules: pinterestRules,
    create: (network, { outbound, clients }) => createPinterestPlatform(network, outbound, clients.pinterest),
  },
  reddit: {
    rules: redditRules,
    create: (network, { outbound, website, clients }) => createRedditPlatform(network, outbound, website, clients.reddit),
  },
  google_business: {
    rules: googleBusinessRules,
    create: (network, { outbound, clients }) => createGoogleBusinessPlatform(network, outbound, clients.google_business),
  },
  tumblr: { rules: tumblrRules, create: (network, { outbound, clients }) => createTumblrPlatform(network, outbound, clients.tumblr) },
  lemmy: { rules: lemmyRules, create: (network, { outbound }) => createLemmyPlatform(network, outbound) },
  devto: { rules: devtoRules, create: (network, { outbound }) => createDevtoPlatform(network, outbound) },
  hashnode: { rules: hashnodeRules, create: (network, { outbound }) => createHashnodePlatform(network, outbound) },
  vk: { rules: vkRules, create: (network, { outbound }) => createVkPlatform(network, outbound) },
  postiz: { rules: postizRules, create: (network, { outbound }) => createPostizPlatform(network, outbound, (id) => REGISTRY[id]?.rules) },
} satisfies Record<string, RegisteredPlatform>;

export type PlatformId = keyof typeof PLATFORMS;

/** The same by any id, which may be of no platform. */
export const REGISTRY: Readonly<Record<string, RegisteredPlatform>> = PLATFORMS;

/** The rules of all of them. */
export const NETWORKS: readonly NetworkRules[] = Object.values(REGISTRY).map(({ rules }) => rules);

/** Every platform of the service by its id, in the order in which they are listed. */
export function createPlatforms(ports: PlatformPorts, registry: Readonly<Record<string, RegisteredPlatform>> = REGISTRY) {
  const registered = Object.values(registry);
  const networks = overrideRules(
    registered.map(({ rules }) => rules),
    ports.ruleOverrides ?? [],
  );
  return new Map(networks.map((network) => [network.id, createPlatform(network, ports, registry[network.id])]));
}

/** The number of servers with limits of their own in the cache. */
const MOST_SERVERS = 500;

function createPlatform(network: NetworkRules, ports: PlatformPorts, registered: RegisteredPlatform | undefined): Platform {
  const byLimits = new Map<string, Platform>();
  return {
    ...connectorOf(network, ports, registered),
    withLimits(serverLimits) {
      const key = JSON.stringify(serverLimits);
      const known = byLimits.get(key) ?? {
        ...connectorOf(withServerLimits(network, serverLimits), ports, registered),
        accountLimits: serverLimits,
      };
      if (byLimits.size >= MOST_SERVERS) byLimits.clear();
      byLimits.set(key, known);
      return known;
    },
  };
}

export function connectorOf(network: NetworkRules, ports: PlatformPorts, registered?: RegisteredPlatform): Platform {
  const { create = createWordsOnlyPlatform } = registered ?? REGISTRY[network.id] ?? {};
  const platform = create(network, ports);
  const obstacle = platform.takesImages === 'fetched' ? ports.imageObstacle : null;
  return withEdits(
    withFirstComment(network, {
      ...(network.quotas && { quotas: network.quotas }),
      ...(network.noEdit && { noEdit: network.noEdit }),
      ...platform,
      ...(obstacle && { imageObstacle: obstacle }),
    }),
  );
}
