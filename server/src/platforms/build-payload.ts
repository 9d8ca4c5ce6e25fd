import type { JsonObject, Post } from './platform.ts';
import { createPlatforms, type PlatformPorts } from './registry.ts';

/** Ports for building payloads only: any use of the network throws. */
const NOWHERE = new Proxy({} as PlatformPorts['outbound'] & PlatformPorts['sandboxFeed'], {
  get: () => () => {
    throw new Error('There is no way out here.');
  },
});

/** The payload of a post on a platform, exactly, without a server; null for a platform that this version does not know. */
export function buildPayload(platform: string, post: Post): JsonObject | null {
  const known = createPlatforms({ outbound: NOWHERE, sandboxFeed: NOWHERE, website: '', clients: {} }).get(platform);
  return known ? (JSON.parse(JSON.stringify(known.build(post))) as JsonObject) : null;
}
