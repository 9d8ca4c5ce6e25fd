import { readdir, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { sha256Of } from '../media/is-intact.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { SMALLEST_PNG } from '../testing/pictures.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { testConfig } from '../testing/test-services.ts';
import { videoFile } from '../testing/videos.ts';

const database = useTestDatabase();
const dataDir = dirname(inject('mediaFolder'));
const folder = join(dataDir, 'uploads');
const MINUTE = 60_000;
let film: Buffer;
let site: PageServer;

/** A server that sends a file as slowly as the test wants. */
class SlowFile {
  readonly asked = Promise.withResolvers<ServerResponse>();
  requests = 0;

  constructor(path: string, bytes: Buffer) {
    site.on(path, (response) => {
      this.requests += 1;
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(bytes.length) });
      this.asked.resolve(response);
    });
  }

  /** Sends more, and returns once it has been stored. */
  async send(bytes: Buffer, arrived: number): Promise<void> {
    (await this.asked.promise).write(bytes);
    await vi.waitUntil(async () => (await sizes()).includes(arrived), { timeout: 20_000, interval: 5 });
  }
}

async function sizes(): Promise<number[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('fetched-'));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}

beforeAll(async () => {
  site = await startPageServer();
  site.on('/pier.png', (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(SMALLEST_PNG));
  // A film of some size: what follows its boxes is a free one.
  const whole = await videoFile(3);
  const free = Buffer.alloc(1_000_000);
  free.writeUInt32BE(free.length);
  free.write('free', 4, 'latin1');
  film = Buffer.concat([whole, free]);
});
afterAll(() => site?.stop());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The limit of the whole, which is no timer of this clock otherwise.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(new DOMException('It is over.', 'TimeoutError')), ms);
    return ending.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
// The site starts before the service that may call it.
const api = useApi(database, {
  services: () => ({ outbound: createTestOutbound([site.address]), config: testConfig(database, { dataDir, uploadBytes: 30_000_000 }) }),
});
const fetchIt = (path: string, headers: Record<string, string> = {}) =>
  api.send('POST', '/api/v1/media/from-url', { url: `http://${site.address}${path}` }, headers);

it('a file on a slow line arrives, however long that takes, and a repeated request waits for the same download', async () => {
  const slow = new SlowFile('/film.mp4', film);
  const headers = { 'idempotency-key': 'film-1' };
  const first = fetchIt('/film.mp4', headers);
  let at = 0;
  for (; film.length - at > 100_000; at += 100_000) {
    await slow.send(film.subarray(at, at + 100_000), at + 100_000);
    vi.advanceTimersByTime(0.8 * MINUTE);
  }
  expect(at / 100_000).toBeGreaterThan(7);
  // The agent's own client gave up.
  const again = fetchIt('/film.mp4');
  await api.send('GET', '/api/v1/me');
  (await slow.asked.promise).end(film.subarray(at));
  const added = await first;
  expect(added.json()).toMatchObject({ renditions: [{ sha256: sha256Of(film), byte_size: film.length }], seconds: 3 });
  expect((await again).json()).toMatchObject({ renditions: added.json().renditions });
  expect((await fetchIt('/film.mp4', headers)).json()).toEqual(added.json());
  expect(slow.requests).toBe(1);
});

it('a file of which nothing more arrives, or too little, is given up with what had arrived', async () => {
  const slow = new SlowFile('/silent.mp4', film);
  const answer = fetchIt('/silent.mp4');
  await slow.send(film.subarray(0, 100_000), 100_000);
  vi.advanceTimersByTime(0.9 * MINUTE);
  await slow.send(film.subarray(100_000, 100_100), 100_100);
  vi.advanceTimersByTime(0.2 * MINUTE);
  expect(expectProblem(await answer, 'media_not_fetched').detail).toContain(
    `Less than 64 KiB arrived in a minute. 100100 of ${film.length} bytes had arrived.`,
  );
});

it('large files that take long leave the account’s pictures their places', async () => {
  const films = ['/one.mp4', '/two.mp4'].map((path) => ({ path, slow: new SlowFile(path, film) }));
  const answers = films.map(({ path }) => fetchIt(path));
  await Promise.all(films.map(({ slow }) => slow.asked.promise));
  for (const { slow } of films) (await slow.asked.promise).write(film.subarray(0, 100_000));
  await vi.waitUntil(async () => (await sizes()).filter((size) => size === 100_000).length === 2, { timeout: 20_000, interval: 5 });
  vi.advanceTimersByTime(0.9 * MINUTE);
  for (const { slow } of films) (await slow.asked.promise).write(film.subarray(100_000, 200_000));
  await vi.waitUntil(async () => (await sizes()).filter((size) => size === 200_000).length === 2, { timeout: 20_000, interval: 5 });
  vi.advanceTimersByTime(0.9 * MINUTE);
  for (const { slow } of films) (await slow.asked.promise).end(film.subarray(200_000));
  expect((await fetchIt('/pier.png')).statusCode).toBe(201);
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
});
