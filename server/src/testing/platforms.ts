import type { Platform } from '../platforms/platform.ts';
import { createPlatforms, type PlatformPorts } from '../platforms/registry.ts';
import { createTestOutbound } from './test-outbound.ts';

/** Ports for platforms with a sandbox that stores nothing; for tests that evaluate texts and publish none. */
export const testPorts = (): PlatformPorts => ({
  outbound: createTestOutbound(),
  sandboxFeed: {
    countTry: async () => 1,
    post: async () => ({ id: '', url: '' }),
    find: async () => null,
    since: async () => [],
    read: async () => null,
    edit: async () => null,
    remove: async () => {},
  },
  website: 'https://posts.example',
  clients: {},
});

/** Every platform of the service, in the order in which they are listed. */
export const testPlatforms = (): Platform[] => [...createPlatforms(testPorts()).values()];
