import { afterAll, beforeAll, expect, it } from 'vitest';
import { Mention } from '../mentions/mention.entity.ts';
import { hashJson } from '../payloads/content-hash.ts';
import { Payload } from '../payloads/payload.entity.ts';
import type { JsonObject, Platform } from '../platforms/platform.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { noisyPicture } from '../testing/pictures.ts';
import { type BlueskyAccount, type BlueskyServer, startBlueskyServer } from '../testing/servers/bluesky-server.ts';
import { givenBlueskyStage, listBlueskyPosts } from '../testing/servers/bluesky-stage.ts';
import { createTestLinkReader } from '../testing/servers/link-reader.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { prepareFirstContent } from './review/content/prepare-content.ts';
import { expireLeases } from './sending/expire-leases.ts';

const database = useTestDatabase();
let server: BlueskyServer;
let account: BlueskyAccount;
let accounts = 0;

beforeAll(async () => {
  server = await startBlueskyServer();
});
afterAll(() => server?.stop());

async function arrange(
  changed?: (bluesky: Platform) => Partial<Platform>,
  post: { site?: PageServer; link?: string; sourceText?: string } = {},
) {
  accounts += 1;
  account = await server.createAccount(`harbour${accounts}.test`, 'a password for tests only');
  const engine = createEngine(database);
  const real = engine.services.platforms.get('bluesky');
  if (!real) throw new Error('There is no Bluesky.');
  const services = { ...engine.services, platforms: new Map([...engine.services.platforms, ['bluesky', { ...real, ...changed?.(real) }]]) };
  Object.assign(engine.services, services);
  const stage = await givenBlueskyStage(engine.services, server, account);
  const input = {
    workspaceId: stage.workspaceId,
    platforms: ['bluesky'],
    sourceText: 'The harbour festival opens on Friday 🌊 Tickets are at https://example.org/tickets for everyone who likes boats.',
    link: 'https://example.org/tickets',
    ...post,
  };
  const links = post.site ? createTestLinkReader(post.site) : null;
  const { notices } = await prepareFirstContent({ ...contextFor(engine.services, stage.agent), links }, input);
  const queued = await givenQueued(stage, input);
  const posts = () => listBlueskyPosts(server, account.did);
  const approved = async () => await stage.services.orm.em.fork().findOneOrFail(Payload, { draftId: queued.draft.id });
  return { ...engine, ...stage, ...queued, notices, posts, approved };
}

/** The record's content without the fields that depend on when it is sent. */
function contentOf(record: object): JsonObject {
  const { createdAt: _, ...content } = record as JsonObject;
  return content;
}

it('publishes exactly one post, whose text and facets were approved', async () => {
  const { deliver, publicationId, posts, approved, publicationsOf, jobId, ledger } = await arrange();
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(publicationId)));
  expect(answers.filter((answer) => answer !== null)).toEqual(['published']);
  const standing = await posts();
  expect(standing).toHaveLength(1);
  const payload = await approved();
  const sent = contentOf(standing[0]?.record ?? {});
  expect({ records: [sent] }).toEqual(payload.body);
  expect(hashJson({ records: [sent] })).toBe(payload.payloadHash);
  expect(standing[0]?.record.facets).toHaveLength(1);
  const [publication] = await publicationsOf(jobId);
  expect(publication?.providerId).toBe(standing[0]?.uri);
  expect(publication?.intent?.createdAt).toBe(standing[0]?.record.createdAt);
  expect((await ledger()).problems).toEqual([]);
});

it.each(['before', 'after'] as const)('publishes one post if the worker dies right %s the bytes have left', async (moment) => {
  const killed = Promise.withResolvers<void>();
  let isKilled = false;
  const { deliver, settle, clock, services, publicationId, publicationsOf, jobId, posts, ledger } = await arrange((bluesky) => ({
    async publish(payload, credentials, intent, hooks) {
      if (isKilled) return bluesky.publish(payload, credentials, intent, hooks);
      isKilled = true;
      if (moment === 'after') await bluesky.publish(payload, credentials, intent, hooks);
      else await hooks.onSending();
      killed.resolve();
      return new Promise(() => {});
    },
  }));
  await Promise.race([killed.promise, deliver(publicationId)]);
  expect([(await publicationsOf(jobId))[0]?.state, (await posts()).length]).toEqual(['sent', moment === 'before' ? 0 : 1]);
  clock.advance(13_000);
  expect(await expireLeases(services)).toBe(1);
  expect((await settle(publicationId)).state).toBe('published');
  expect(await posts()).toHaveLength(1);
  expect((await ledger()).problems).toEqual([]);
});

it('shows the card of the link as signed, whatever the page says by then', async () => {
  const site = await startPageServer();
  const picture = await noisyPicture(1400, 700).jpeg().toBuffer();
  site.on('/boat.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
  site.page('/ferry', '<title>The ferry &amp; its boats</title><meta property="og:image" content="/boat.jpg">');
  const link = `http://${site.address}/ferry`;
  const { deliver, publicationId, posts, approved } = await arrange(undefined, { site, link });
  await site.stop();
  expect(await deliver(publicationId)).toBe('published');
  const [standing] = await posts();
  const sent = JSON.parse(JSON.stringify(contentOf(standing?.record ?? {})));
  expect({ records: [sent] }).toEqual((await approved()).body);
  expect(sent.embed.external).toMatchObject({ uri: link, title: 'The ferry & its boats', thumb: { mimeType: 'image/jpeg' } });
  // The server serves the signed image under its signed name.
  const query = new URLSearchParams({ did: account.did, cid: sent.embed.external.thumb.ref.$link });
  const blob = await fetch(`${server.url}/xrpc/com.atproto.sync.getBlob?${query}`);
  expect((await blob.arrayBuffer()).byteLength).toBe(sent.embed.external.thumb.size);
});

it('sends mentions with the accounts’ ids, and leaves an unknown name as plain text', async () => {
  const pilot = await server.createAccount('pilot.test', 'a password for tests only');
  const sourceText = '🌊 Thanks to @Pilot.test and @unknown.test for the boats.';
  const { deliver, publicationId, posts, approved, notices } = await arrange(undefined, { sourceText });
  expect(notices.map(({ code, message }) => [code, `${message}`])).toEqual([
    ['mention_not_linked', 'No account on Bluesky has the name @unknown.test: it stays plain text.'],
  ]);
  const { body, preview } = await approved();
  expect(preview.plainNames).toEqual(['unknown.test']);
  expect(preview.parts[0]?.facets).toContainEqual(expect.objectContaining({ kind: 'mention', target: pilot.did }));
  expect(await deliver(publicationId)).toBe('published');
  const [standing] = await posts();
  expect({ records: [contentOf(standing?.record ?? {})] }).toEqual(body);
  const { text = '', facets = [] } = standing?.record ?? {};
  const mentions = facets.filter(({ features: [feature] }) => feature?.$type === 'app.bsky.richtext.facet#mention');
  expect(mentions.map(({ features: [feature] }) => feature)).toEqual([expect.objectContaining({ did: pilot.did })]);
  const { byteStart = 0, byteEnd = 0 } = mentions[0]?.index ?? {};
  expect(Buffer.from(text).subarray(byteStart, byteEnd).toString()).toBe('@Pilot.test');
});

it('pauses the connection if the app password is no longer valid, until a person reconnects it', async () => {
  const { deliver, services, publicationId, blueskyConnection, connectionHealth, jobOf, jobId, posts } = await arrangeRevoked();
  await deliver(publicationId);
  expect([await connectionHealth(services, blueskyConnection.id), (await jobOf(jobId)).state, (await posts()).length]).toEqual([
    'revoked',
    'blocked',
    0,
  ]);
});

async function arrangeRevoked() {
  const arranged = await arrange();
  const { Connection } = await import('../connections/connection.entity.ts');
  const { sealCredentials } = await import('../connections/renew-credentials.ts');
  const em = arranged.services.orm.em.fork();
  const connection = await em.findOneOrFail(Connection, { accountId: arranged.accountId, platform: 'bluesky' });
  connection.sealedCredentials = sealCredentials(arranged.services, connection.id, {
    service: server.url,
    identifier: account.did,
    appPassword: 'abcd-efgh-ijkl-mnop',
  });
  await em.flush();
  const connectionHealth = async (services: typeof arranged.services, id: string) =>
    (await services.orm.em.fork().findOneOrFail(Connection, id)).health;
  return { ...arranged, blueskyConnection: connection, connectionHealth };
}

it('looks up the names in a first comment', async () => {
  const mate = await server.createAccount('mate.test', 'a password for tests only');
  const { services, agent, workspaceId } = await arrange();
  const settings = { first_comment: 'Thanks to @mate.test and @unknown.test.' };
  const words = { platform: 'bluesky', title: null, text: 'The pier opens.', tags: [], thread: [], settings };
  const input = { workspaceId, platforms: ['bluesky'], sourceText: 'The pier opens.', captions: [words] };
  const { notices } = await prepareFirstContent(contextFor(services, agent), input);
  expect(notices.map(({ message }) => `${message}`)).toEqual(['No account on Bluesky has the name @unknown.test: it stays plain text.']);
  const known = await services.orm.em.fork().findOneOrFail(Mention, { workspaceId, name: 'mate.test' });
  expect(known.externalId).toBe(mate.did);
});
