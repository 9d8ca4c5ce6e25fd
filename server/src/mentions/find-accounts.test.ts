import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { createBlueskyPlatform } from '../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../platforms/bluesky/bluesky-rules.ts';
import { createPlatforms } from '../platforms/registry.ts';
import { userActor } from '../testing/actors.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { noisyPicture } from '../testing/pictures.ts';
import { testPorts } from '../testing/platforms.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { findAccounts } from './find-accounts.ts';

const database = useTestDatabase();
let site: PageServer;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let services: ReturnType<typeof createTestServices>;

beforeAll(async () => {
  site = await startPageServer();
  const outbound = createTestOutbound();
  const bluesky = createBlueskyPlatform(blueskyRules, outbound, `http://${site.address}`);
  services = createTestServices(database, { platforms: new Map([...createPlatforms(testPorts()), ['bluesky', bluesky]]) });
  const face = await noisyPicture(400, 400).jpeg().toBuffer();
  site.on('/ada.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(face));
});
afterAll(() => site.stop());
beforeEach(async () => {
  home = await givenWorkspace(services);
});

const BLUESKY = (query: string) => `/xrpc/app.bsky.actor.searchActorsTypeahead?q=${query}&limit=6`;
const MASTODON = (query: string) => `/api/v2/search?q=${query}&type=accounts&limit=6`;
const answers = (path: string, body: unknown) =>
  site.on(path, (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
const contextOf = async () => contextFor(services, await userActor(services, home.accountId, 'editor'));
const find = async (platform: string, query: string) => findAccounts(await contextOf(), { workspaceId: home.workspaceId, platform, query });
const searches = (path: string) => site.seen.filter((request) => request.path === path).length;

it('finds accounts on Bluesky by its public search, with their names and faces', async () => {
  await givenConnectionRow(services, home.workspace, { platform: 'bluesky' });
  const actors = [
    { did: 'did:plc:ada', handle: 'ada.example.org', displayName: 'Ada Moreira', avatar: `http://${site.address}/ada.jpg` },
    { did: 'did:plc:adam', handle: 'adam.example.org', avatar: `http://${site.address}/gone.jpg` },
    { did: 'did:plc:lost', handle: 'handle.invalid', displayName: 'Ada Lost' },
  ];
  answers(BLUESKY('ada'), { actors });
  const { accounts, reason } = await find('bluesky', '@Ada');
  expect(reason).toBeNull();
  expect(accounts).toEqual([
    { name: 'ada.example.org', displayName: 'Ada Moreira', face: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//) },
    { name: 'adam.example.org', displayName: 'adam.example.org', face: null },
  ]);
  // Every letter is a search: the same one again is not asked for again.
  await find('bluesky', 'ada');
  expect(searches(BLUESKY('ada'))).toBe(1);
});

it('names accounts on Mastodon with their server', async () => {
  await givenConnectionRow(services, home.workspace, { platform: 'mastodon', server: `http://${site.address}` });
  const avatar = `http://${site.address}/ada.jpg`;
  answers(MASTODON('harbo'), {
    accounts: [
      { acct: 'harbour', display_name: 'Harbour Café', avatar_static: avatar },
      { acct: 'harbour@other.example', display_name: '', avatar_static: null },
    ],
  });
  expect((await find('mastodon', 'harbo')).accounts).toMatchObject([
    { name: `harbour@${site.address}`, displayName: 'Harbour Café', face: expect.stringContaining('data:image/') },
    { name: 'harbour@other.example', displayName: 'harbour@other.example', face: null },
  ]);
});

it('asks no network that the workspace has no account on, and none for less than two letters', async () => {
  const { accounts, reason } = await find('bluesky', 'stranger');
  expect({ accounts, reason: String(reason) }).toEqual({
    accounts: [],
    reason: 'Connect an account on Bluesky to search for people there.',
  });
  await givenConnectionRow(services, home.workspace, { platform: 'bluesky' });
  for (const query of ['', '@', 'a', 'x'.repeat(101)]) expect((await find('bluesky', query)).accounts).toEqual([]);
  expect(site.seen.filter(({ path }) => path.includes('stranger') || path.endsWith('q=a&limit=6'))).toEqual([]);
});

it('says so where a network does not answer, and asks again the next time', async () => {
  await givenConnectionRow(services, home.workspace, { platform: 'bluesky' });
  const { accounts, reason } = await find('bluesky', 'pilot');
  expect({ accounts, reason: String(reason) }).toEqual({
    accounts: [],
    reason: 'Bluesky cannot be searched right now. Write the whole name.',
  });
  answers(BLUESKY('pilot'), { actors: [{ handle: 'pilot.test' }] });
  expect((await find('bluesky', 'pilot')).accounts).toMatchObject([{ name: 'pilot.test' }]);
});

it('has nothing to offer on networks without a public search, refuses unknown ones, and makes no call in a transaction', async () => {
  expect(await find('linkedin', 'ada')).toEqual({ accounts: [], reason: null });
  await expect(find('friendster', 'ada')).rejects.toMatchObject({ code: 'unknown_platform' });
  const ctx = await contextOf();
  const input = { workspaceId: home.workspaceId, platform: 'bluesky', query: 'ada' };
  await expect(inTransaction(ctx, (tx) => findAccounts(tx, input))).rejects.toThrow('outside of transactions');
});
