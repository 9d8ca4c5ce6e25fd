import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildServer } from '../http/server.ts';
import { Payload } from '../payloads/payload.entity.ts';
import { createInstagramPlatform } from '../platforms/instagram/instagram-platform.ts';
import { instagramRules } from '../platforms/instagram/instagram-rules.ts';
import type { JsonObject } from '../platforms/platform.ts';
import { createFakeInstagram, INSTAGRAM_TOKEN } from '../platforms/testing/fake-instagram.ts';
import { createFakeMastodon, MASTODON_TOKEN } from '../platforms/testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenLaunched } from '../testing/factories.ts';
import { givenPicture, noisyPicture } from '../testing/pictures.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { testConfig } from '../testing/test-services.ts';

// From a draft to two networks: one gets the bytes, the other fetches them from a signed address of this service.
const ORIGIN = 'https://posts.harbour.org';
const database = useTestDatabase();
const mastodon = createFakeMastodon();
let app: HttpServer;
/** The name in PUBLIC_URL is public: here it resolves to the service itself. */
const instagram = createFakeInstagram(async (url) => {
  const answer = await app.inject({ method: 'GET', url: url.replace(ORIGIN, '') });
  if (!url.startsWith(ORIGIN) || answer.statusCode !== 200) throw new Error(`There is no picture at ${url}: ${answer.statusCode}.`);
  return answer.rawPayload;
});
let fakes: FakeServer[];

beforeAll(async () => {
  fakes = await Promise.all([startFakeServer(mastodon, MASTODON_TOKEN), startFakeServer(instagram, INSTAGRAM_TOKEN)]);
});
afterAll(() => Promise.all([app?.close(), ...fakes.map((fake) => fake.stop())]));

it('delivers the pictures that a person approved to both, byte for byte, with their descriptions', async () => {
  const [atMastodon, atInstagram] = fakes.map(({ url }) => url);
  const { services, deliver } = createEngine(database);
  services.config = testConfig(database, { publicUrl: ORIGIN });
  const places = { graph: atInstagram ?? '', api: atInstagram ?? '', site: atInstagram ?? '' };
  services.platforms = new Map([
    ...services.platforms,
    ['instagram', createInstagramPlatform(instagramRules, createTestOutbound(), undefined, places)],
  ]);
  app = await buildServer(services);

  await givenLaunched(services);
  const stage = await givenStage(services, { sandbox: null });
  await stage.connect('mastodon', { server: atMastodon ?? '', accessToken: MASTODON_TOKEN });
  await stage.connect('instagram', { accessToken: INSTAGRAM_TOKEN });
  const upload = await noisyPicture(400, 400).jpeg().toBuffer();
  const media = [
    await givenPicture(services, stage.agent, stage.workspace, 'Boats at dawn.', upload),
    // With transparency: one network accepts it unchanged, the other only as JPEG.
    await givenPicture(services, stage.agent, stage.workspace, 'The new flag.', await transparent()),
  ];
  const queued = await givenQueued(stage, { platforms: ['mastodon', 'instagram'], mediaIds: media.map(({ id }) => id) });
  const publications = await stage.publicationsOf(queued.jobId);
  const ends = await Promise.all(publications.map(({ id }) => deliver(id)));
  expect(ends).toEqual(['published', 'published']);

  const payloads = await services.orm.em.fork().find(Payload, { draftId: queued.draft.id }, { orderBy: { position: 'asc' } });
  const signed = payloads.map(({ body }) =>
    (body.images as JsonObject[]).map((image) => ({ sha256: image.sha256, altText: image.alt_text })),
  );
  expect([mastodon.statuses.at(-1)?.pictures, instagram.containers.at(-1)?.pictures]).toEqual(signed);
  expect(signed.flat().map(({ altText }) => altText)).toEqual(['Boats at dawn.', 'The new flag.', 'Boats at dawn.', 'The new flag.']);
  expect(payloads.map(({ body }) => (body.images as JsonObject[]).map(({ mime_type: type }) => type))).toEqual([
    ['image/jpeg', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
  ]);
  expect(hashOf(await services.media.read(stage.accountId, String(signed[1]?.[1]?.sha256)))).toBe(signed[1]?.[1]?.sha256);
});

function transparent(): Promise<Buffer> {
  return noisyPicture(300, 300).ensureAlpha(0.5).png().toBuffer();
}

function hashOf(bytes: Buffer | null): string {
  return createHash('sha256')
    .update(bytes ?? Buffer.alloc(0))
    .digest('hex');
}
