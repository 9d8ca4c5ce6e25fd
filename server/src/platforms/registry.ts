import type { OauthClients } from '../oauth-clients-config.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createBlueskyPlatform } from './bluesky/bluesky-platform.ts';
import { createDiscordPlatform } from './discord/discord-platform.ts';
import { createFacebookPlatform } from './facebook/facebook-platform.ts';
import { createInstagramPlatform } from './instagram/instagram-platform.ts';
import { createLinkedinPlatform } from './linkedin/linkedin-platform.ts';
import { createMastodonPlatform } from './mastodon/mastodon-platform.ts';
import type { NetworkRules } from './network-rules.ts';
import { NETWORKS } from './networks.ts';
import { createNostrPlatform } from './nostr/nostr-platform.ts';
import type { Platform } from './platform.ts';
import { PLATFORM_QUOTAS } from './platform-quotas.ts';
import { overrideRules, type RuleOverride } from './rule-overrides.ts';
import type { SandboxFeed } from './sandbox/sandbox-feed.ts';
import { createSandboxPlatform } from './sandbox/sandbox-platform.ts';
import { createSlackPlatform } from './slack/slack-platform.ts';
import { createTelegramPlatform } from './telegram/telegram-platform.ts';
import { createThreadsPlatform } from './threads/threads-platform.ts';
import { withToldLimits } from './told-limits.ts';
import { createWordpressPlatform } from './wordpress/wordpress-platform.ts';
import { createWordsOnlyPlatform } from './words-only-platform.ts';
import { createXPlatform } from './x/x-platform.ts';

export interface PlatformPorts {
  sandboxFeed: SandboxFeed;
  /** The one way out. */
  outbound: Outbound;
  /** Where this service is, as it introduces itself to platforms. */
  website: string;
  /** The operator's registrations at the platforms that want one. */
  clients: OauthClients;
  /** Why platforms cannot fetch pictures from this service, and what to do; null where they can. */
  imageObstacle?: string | null;
  /** Limits that the operator has set otherwise. */
  ruleOverrides?: readonly RuleOverride[];
}

/** The connectors, each made of its network's rules. A network without one is known by its words only. */
const CONNECTORS: Record<string, (network: NetworkRules, ports: PlatformPorts) => Platform> = {
  sandbox: (network, { sandboxFeed }) => createSandboxPlatform(sandboxFeed, network),
  bluesky: (network, { outbound }) => createBlueskyPlatform(network, outbound),
  mastodon: (network, { outbound, website }) => createMastodonPlatform(network, outbound, website),
  nostr: (network, { outbound }) => createNostrPlatform(network, outbound),
  telegram: (network, { outbound }) => createTelegramPlatform(network, outbound),
  discord: (network, { outbound, website }) => createDiscordPlatform(network, outbound, website),
  slack: (network, { outbound, clients }) => createSlackPlatform(network, outbound, clients.slack),
  wordpress: (network, { outbound }) => createWordpressPlatform(network, outbound),
  x: (network, { outbound, clients }) => createXPlatform(network, outbound, clients.x),
  linkedin: (network, { outbound, clients }) => createLinkedinPlatform(network, outbound, clients.linkedin),
  threads: (network, { outbound, clients }) => createThreadsPlatform(network, outbound, clients.threads),
  facebook: (network, { outbound, clients }) => createFacebookPlatform(network, outbound, clients.facebook),
  instagram: (network, { outbound, clients }) => createInstagramPlatform(network, outbound, clients.instagram),
};

/** Every platform of the service by its id, in the order in which they are listed. */
export function createPlatforms(ports: PlatformPorts): ReadonlyMap<string, Platform> {
  const networks = overrideRules(NETWORKS, ports.ruleOverrides ?? []);
  return new Map(networks.map((network) => [network.id, createPlatform(network, ports)]));
}

/** So many servers with limits of their own are remembered at once. */
const MOST_SERVERS = 500;

function createPlatform(network: NetworkRules, ports: PlatformPorts): Platform {
  const byLimits = new Map<string, Platform>();
  return {
    ...connectorOf(network, ports),
    withLimits(told) {
      const key = JSON.stringify(told);
      const known = byLimits.get(key) ?? connectorOf(withToldLimits(network, told), ports);
      if (byLimits.size >= MOST_SERVERS) byLimits.clear();
      byLimits.set(key, known);
      return known;
    },
  };
}

export function connectorOf(network: NetworkRules, ports: PlatformPorts): Platform {
  const platform = CONNECTORS[network.id]?.(network, ports) ?? createWordsOnlyPlatform(network);
  const quotas = PLATFORM_QUOTAS[network.id];
  const obstacle = platform.takesImages === 'fetched' ? ports.imageObstacle : null;
  return { ...(quotas && { quotas }), ...platform, ...(obstacle && { imageObstacle: obstacle }) };
}
