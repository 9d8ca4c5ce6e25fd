import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { Config } from '../config/config.ts';
import { imageAddress, imageObstacle } from '../media/image-address.ts';
import { sha256Of } from '../media/is-intact.ts';
import { Rendition } from '../media/rendition.entity.ts';
import { newId } from '../new-id.ts';
import { imagesOfAccount } from '../publishing/sending/call-platform.ts';
import { agentActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { givenPicture, photograph } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { type FixedClock, testConfig } from '../testing/test-services.ts';
import { videoFile } from '../testing/videos.ts';

const ORIGIN = 'https://posts.harbour.org';
const database = useTestDatabase();
const api = useApi(database, { services: () => ({ config: testConfig(database, { publicUrl: ORIGIN }) }) });

/** As a platform asks: without a key, without a cookie. */
const fetchAs = (address: string) => api.app.inject({ method: 'GET', url: address.replace(ORIGIN, '') });

async function givenAddress(upload?: Buffer) {
  const actor = await agentActor(api.services, api.home.workspace);
  const media = await givenPicture(api.services, actor, api.home.workspace, 'A boat.', upload);
  const rendition = await api.services.orm.em.fork().findOneOrFail(Rendition, { mediaId: media.id }, { orderBy: { id: 'asc' } });
  const address = await imagesOfAccount(api.services, media.accountId).imageAddress(rendition.sha256);
  return { media, rendition, address };
}

it('a platform gets exactly the signed bytes, and no other information', async () => {
  const { rendition, address, media } = await givenAddress();
  expect(address).toMatch(/^https:\/\/posts\.harbour\.org\/api\/pictures\/ren_[0-9a-f-]+\.png\?expires=\d+&signature=[0-9a-f]{64}$/);
  const answer = await fetchAs(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const stored = await api.services.media.read(media.accountId, rendition.sha256);
  expect(answer.rawPayload.equals(stored ?? Buffer.alloc(0))).toBe(true);
});

it('an expired, forged or altered URL is not found, with the same response', async () => {
  const [one, two] = [await givenAddress(), await givenAddress(await photograph(30, 20))];
  const url = new URL(one.address);
  const changed = (change: (copy: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  const later = String(Number(url.searchParams.get('expires')) + 3_600);
  const wrong = [
    changed((copy) => copy.searchParams.set('signature', '0'.repeat(64))),
    changed((copy) => copy.searchParams.set('expires', later)),
    changed((copy) => {
      copy.pathname = new URL(two.address).pathname;
    }),
    changed((copy) => {
      copy.pathname = copy.pathname.replace(/ren_[0-9a-f-]{36}/, 'ren_00000000-0000-7000-8000-000000000000');
    }),
  ];
  for (const address of wrong) expectProblem(await fetchAs(address), 'not_found');
  (api.services.clock as FixedClock).advance(3_601_000);
  expectProblem(await fetchAs(one.address), 'not_found');
  for (const path of ['/api/pictures', '/api/pictures/', `/api/pictures/${one.rendition.id}.png`]) {
    expect((await fetchAs(path)).statusCode).toBeGreaterThanOrEqual(400);
  }
});

it('a customer gets no URL for another customer’s picture', async () => {
  const { rendition } = await givenAddress();
  const stranger = await givenWorkspace(api.services);
  await expect(imagesOfAccount(api.services, stranger.workspace.accountId).imageAddress(rendition.sha256)).rejects.toThrow('is gone');
});

it('a platform gets no URL of a video whose stored bytes are not the signed ones any more', async () => {
  const { media } = await givenAddress();
  const film = await videoFile(1);
  const sha256 = sha256Of(film);
  await api.services.media.put(media.accountId, sha256, film);
  const em = api.services.orm.em.fork();
  const rendition = { id: newId('ren'), accountId: media.accountId, mediaId: media.id, sha256, mimeType: 'video/mp4' } as const;
  em.create(Rendition, { ...rendition, byteSize: film.length, width: 360, height: 640 });
  await em.flush();
  const addressOf = () => imagesOfAccount(api.services, media.accountId).imageAddress(sha256);
  expect((await fetchAs(await addressOf())).rawPayload).toEqual(film);
  await appendFile(join(inject('mediaFolder'), media.accountId, sha256.slice(0, 2), sha256), 'more');
  await expect(addressOf()).rejects.toThrow('gone from the store');
});

it.each<[string, boolean]>([
  ['https://posts.harbour.org', true],
  ['https://posts.harbour.org:8443', true],
  ['http://posts.harbour.org', false],
  ['http://localhost:4000', false],
  ['https://localhost', false],
  ['https://127.0.0.1', false],
  ['https://192.168.1.20', false],
  ['https://[fd00::1]', false],
  ['https://printer.local', false],
  ['https://intranet', false],
])('with PUBLIC_URL %s, reports whether a platform could fetch from it: %s', (publicUrl, isReachable) => {
  const config: Pick<Config, 'publicUrl'> = { publicUrl };
  expect(imageObstacle(config) === null).toBe(isReachable);
  const give = () =>
    imageAddress({ ...api.services, config: { ...api.services.config, publicUrl } }, { id: 'ren_1', mimeType: 'image/png' });
  if (isReachable) expect(give()).toContain(`${publicUrl}/api/pictures/ren_1.png?`);
  else expect(give).toThrow('The operator must set PUBLIC_URL');
});
