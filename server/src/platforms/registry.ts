import { createBlueskyPlatform } from './bluesky/bluesky-platform.ts';
import type { Platform } from './platform.ts';
import { createSandboxPlatform, type SandboxFeed } from './sandbox/sandbox-platform.ts';

/** Every platform of the service by its id, in the order in which they are listed. */
export function createPlatforms(ports: { sandboxFeed: SandboxFeed }): ReadonlyMap<string, Platform> {
  const platforms = [createSandboxPlatform(ports.sandboxFeed), createBlueskyPlatform()];
  return new Map(platforms.map((platform) => [platform.id, platform]));
}
