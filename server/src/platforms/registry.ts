import { createBlueskyPlatform } from './bluesky/bluesky-platform.ts';
import type { NetworkRules } from './network-rules.ts';
import { NETWORKS } from './networks.ts';
import type { Platform } from './platform.ts';
import { PLATFORM_QUOTAS } from './platform-quotas.ts';
import { overrideRules, type RuleOverride } from './rule-overrides.ts';
import { createSandboxPlatform, type SandboxFeed } from './sandbox/sandbox-platform.ts';
import { createWordsOnlyPlatform } from './words-only-platform.ts';

export interface PlatformPorts {
  sandboxFeed: SandboxFeed;
  /** Limits that the operator has set otherwise. */
  ruleOverrides?: readonly RuleOverride[];
}

/** The connectors, each made of its network's rules. A network without one is known by its words only. */
const CONNECTORS: Record<string, (network: NetworkRules, ports: PlatformPorts) => Platform> = {
  sandbox: (network, { sandboxFeed }) => createSandboxPlatform(sandboxFeed, network),
  bluesky: createBlueskyPlatform,
};

/** Every platform of the service by its id, in the order in which they are listed. */
export function createPlatforms(ports: PlatformPorts): ReadonlyMap<string, Platform> {
  const networks = overrideRules(NETWORKS, ports.ruleOverrides ?? []);
  return new Map(
    networks.map((network) => {
      const platform = CONNECTORS[network.id]?.(network, ports) ?? createWordsOnlyPlatform(network);
      const quotas = PLATFORM_QUOTAS[network.id];
      return [network.id, quotas ? { quotas, ...platform } : platform];
    }),
  );
}
