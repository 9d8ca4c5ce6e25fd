import { PDS } from '@atproto/pds';
import { expect, it, vi } from 'vitest';
import { startBlueskyServer } from './bluesky-server.ts';

const listeners = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPServerWrap').length;

it('leaves no listener behind when it cannot start', async () => {
  const before = listeners();
  const fromEnv = vi.spyOn(PDS, 'fromEnv').mockRejectedValueOnce(new Error('no start'));
  await expect(startBlueskyServer()).rejects.toThrow('no start');
  fromEnv.mockRestore();
  await expect.poll(listeners).toBe(before);
});
