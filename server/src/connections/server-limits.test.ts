import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeMastodon, MASTODON_TOKEN } from '../platforms/testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenDraft, givenWords } from '../testing/content.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { FixedClock } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { checkDueConnections } from './check-due-connections.ts';
import { Connection } from './connection.entity.ts';

// docs.joinmastodon.org, methods/instance: every server has limits of its own.
const database = useTestDatabase();
const api = useApi(database);
const network = createFakeMastodon();
const SIX_HOURS = 6 * 3_600_000;
let fake: FakeServer;

beforeAll(async () => {
  fake = await startFakeServer(network, MASTODON_TOKEN);
});
afterAll(() => fake.stop());

const serverTakes = (characters: number) => {
  if (network.configuration) network.configuration.statuses.max_characters = characters;
};

async function connect() {
  const { workspaceId, accountId } = api.home;
  const platform = api.services.platforms.get('mastodon');
  const connected = await platform?.connect({ server: fake.url, accessToken: MASTODON_TOKEN });
  if (!connected) throw new Error('There is no Mastodon.');
  const owner = await userActor(api.services, accountId);
  return actAs(api.services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'mastodon', connected }));
}

it('validates a text by the limits of the account’s own server, when it is prepared and when it is sent', async () => {
  serverTakes(5_000);
  const { id } = await connect();
  const agent = await agentActor(api.services, api.home.workspace);
  const draft = await givenDraft(api.services, agent, api.home.workspace, { platforms: ['mastodon'] });
  await givenWords(api.services, agent, draft.id, 'tide '.repeat(300).trim());
  const asked = { workspace_id: api.home.workspaceId, draft_id: draft.id };
  const [payload] = (await api.send('POST', '/api/v1/payloads', asked)).json().payloads;
  expect(payload).toMatchObject({ connection_id: id, valid: true, violations: [] });
  expect(payload.preview.parts).toMatchObject([{ length: 1_499, limit: 5_000, unit: 'graphemes' }]);

  serverTakes(1_000);
  (api.services.clock as FixedClock).advance(SIX_HOURS + 1);
  await checkDueConnections(api.services);
  const row = await api.services.orm.em.fork().findOneOrFail(Connection, id);
  expect(row.limits?.[0]).toMatchObject({ field: 'text', max: 1_000 });
  const { gates } = (await api.send('POST', '/api/v1/usage/precheck', asked)).json();
  expect(gates.find(({ gate }: { gate: string }) => gate === 'payload')).toMatchObject({
    status: 'block',
    message: expect.stringContaining('allows at most 1000'),
  });
});

it('keeps a server’s earlier limits when it stops reporting them', async () => {
  serverTakes(2_000);
  const { id } = await connect();
  network.configuration = null;
  (api.services.clock as FixedClock).advance(SIX_HOURS + 1);
  await checkDueConnections(api.services);
  const row = await api.services.orm.em.fork().findOneOrFail(Connection, id);
  expect(row.limits?.[0]).toMatchObject({ field: 'text', max: 2_000 });
});
