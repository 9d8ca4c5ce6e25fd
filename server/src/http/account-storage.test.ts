import { utimesSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createStorageCount } from '../media/account-storage.ts';
import { createDiskStore } from '../media/disk-store.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'storage-'));
const api = useApi(database, {
  services: () => ({
    config: testConfig(database, { dataDir, accountStorageBytes: 1_000 }),
    media: createDiskStore(join(dataDir, 'media')),
  }),
});
afterAll(() => rm(dataDir, { recursive: true }));

const cues = (words: string) => Buffer.from(`1\n00:00:00,000 --> 00:00:03,000\n${words}\n`);
/** Subtitles are stored in two forms, so these take a bit more than 400 bytes. */
const upload = (letter: string) => api.send('POST', '/api/v1/media', cues(letter.repeat(170)), { 'content-type': 'application/x-subrip' });

const account = () => join(dataDir, 'media', api.home.account.id);
const files = async () => (await readdir(account(), { recursive: true })).filter((name) => name.length > 64);
const age = async (days: number) => {
  const then = Date.now() / 1_000 - days * 86_400;
  for (const name of await files()) utimesSync(join(account(), name), then, then);
};
const count = () => createStorageCount()(api.services);

it('an account may store so much, however many send at once, and files of removed media count for 30 days', async () => {
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(upload));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  const detail = 'With this file, the media of the account would take more than 0.000001 gigabytes.';
  if (refused)
    expect(expectProblem(refused, 'invalid_state')).toMatchObject({ detail, remedy: expect.stringMatching(/^Ask the operator/) });

  const begun = await api.send('POST', '/api/v1/media/uploads', undefined, { 'upload-length': '900', 'tus-resumable': '1.0.0' });
  expect(expectProblem(begun, 'invalid_state').detail).toBe(detail);

  for (const answer of answers.filter(({ statusCode }) => statusCode === 201)) {
    expect((await api.send('DELETE', `/api/v1/media/${answer.json().media_id}`)).statusCode).toBe(200);
  }
  await age(29);
  await count();
  expect(await files()).toHaveLength(4);
  expectProblem(await upload('e'), 'invalid_state');
  await age(31);
  await count();
  expect(await files()).toEqual([]);
  expect((await upload('e')).statusCode).toBe(201);
});

it('files that belong to media stay, whatever their age, and what was counted for nothing is given back', async () => {
  expect((await upload('f')).statusCode).toBe(201);
  // Refused after it was counted, as by a full disk.
  await api.services.orm.em.fork().execute('update account_storage set bytes = 1000');
  expectProblem(await upload('g'), 'invalid_state');
  await age(400);
  await count();
  expect(await files()).toHaveLength(4);
  let stored = 0;
  for await (const { byteSize } of api.services.media.list(api.home.account.id)) stored += byteSize;
  const [{ bytes }] = await api.services.orm.em.fork().execute<[{ bytes: string }]>('select bytes from account_storage');
  expect(Number(bytes)).toBe(stored);
});
