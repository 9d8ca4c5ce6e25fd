import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDiskStore } from '../media/disk-store.ts';
import type { MediaStore } from '../media/media-store.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'storage-'));
const disk = createDiskStore(join(dataDir, 'media'));
let isDiskBroken = false;
const media: MediaStore = {
  ...disk,
  async put(...file) {
    if (isDiskBroken) throw new Error('The disk is broken.');
    await disk.put(...file);
  },
};
const api = useApi(database, { services: () => ({ config: testConfig(database, { dataDir, accountStorageBytes: 1_000 }), media }) });
afterAll(() => rm(dataDir, { recursive: true }));

const cues = (words: string) => Buffer.from(`1\n00:00:00,000 --> 00:00:03,000\n${words}\n`);
/** Subtitles are stored in two forms, so these take a bit more than 400 bytes. */
const upload = (letter: string) => api.send('POST', '/api/v1/media', cues(letter.repeat(170)), { 'content-type': 'application/x-subrip' });
const statusesOf = async (letters: string) => (await Promise.all([...letters].map(upload))).map(({ statusCode }) => statusCode).sort();
const DETAIL = 'With this file, the media of the account would take more than 0.000001 gigabytes.';

it('an account may store so much, however many send at once, and the same file is counted once', async () => {
  isDiskBroken = true;
  // What fails to be stored is given back.
  for (const status of await statusesOf('abcd')) expect([409, 500]).toContain(status);
  isDiskBroken = false;
  expect(await statusesOf('abcd')).toEqual([201, 201, 409, 409]);
  const answers = await Promise.all([...'abcd'].map(upload));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409]);
  const refusal = expectProblem(await upload('e'), 'invalid_state');
  expect(refusal).toMatchObject({ detail: DETAIL, remedy: 'Ask the operator for more space.' });

  const begun = await api.send('POST', '/api/v1/media/uploads', undefined, { 'upload-length': '900', 'tus-resumable': '1.0.0' });
  expect(expectProblem(begun, 'invalid_state').detail).toBe(DETAIL);
});

it('what is removed still counts, since its bytes stay', async () => {
  const { media: own } = (await api.send('GET', '/api/v1/media')).json();
  for (const { media_id: id } of own) expect((await api.send('DELETE', `/api/v1/media/${id}`)).statusCode).toBe(200);
  expectProblem(await upload('e'), 'invalid_state');
});
