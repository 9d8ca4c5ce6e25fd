import { afterEach, expect, it } from 'vitest';
import { limitSilence } from '../../outbound/fetch-bounded.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { PostMedia } from '../platform.ts';
import { prepare, sendHooks, VIDEO } from '../testing/contract-posts.ts';
import { type StreamingServer, startStreamingServer } from '../testing/fakes/streaming-server.ts';
import { createMastodonPlatform } from './mastodon-platform.ts';
import { mastodonRules } from './mastodon-rules.ts';

const SIZE = 64_000_000;
const FILM: PostMedia = { ...VIDEO, bytes: SIZE };
const platform = createMastodonPlatform(mastodonRules, createTestOutbound(), 'https://countersign.example');

let server: StreamingServer;
afterEach(() => server.stop());

/** A film of zeros, sent under a limit of time without progress. */
async function publish(silentMs: number) {
  const { payload, intent } = prepare(platform, 'A film on a slow line', [], [FILM]);
  const limit = limitSilence(silentMs);
  const startedAt = performance.now();
  const outcome = await platform.publish(payload, server.credentials, intent, {
    ...sendHooks(),
    readMedia: async (_sha256, from, to) => Buffer.alloc(to - from),
    onProgress: limit.progress,
    signal: limit.signal,
  });
  limit.stop();
  return { outcome, tookMs: performance.now() - startedAt };
}

it('a file on a slow line arrives, although it takes longer than the limit', async () => {
  server = await startStreamingServer({ pauseMs: 120 });
  const { outcome, tookMs } = await publish(5_000);
  expect(outcome).toMatchObject({ kind: 'published' });
  expect(tookMs).toBeGreaterThan(5_000);
  expect(server.files).toMatchObject([{ byteSize: SIZE }]);
});

it('a file that the network stops taking ends the attempt, with nothing published', async () => {
  server = await startStreamingServer({ pauseMs: 60_000 });
  const { outcome } = await publish(1_000);
  expect(outcome).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('It took too long.') });
  expect(server.posts).toEqual([]);
});
