import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../platforms/testing/fake-x.ts';
import { createXPlatform } from '../platforms/x/x-platform.ts';
import { xRules } from '../platforms/x/x-rules.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { createTestServices } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { disconnect, readRevocable, revokeCredentials } from './connection-queries.ts';

const database = useTestDatabase();
let fake: FakeServer;
const network = createFakeX();

beforeAll(async () => {
  fake = await startFakeServer(network, X_TOKEN);
});
afterAll(() => fake.stop());

/** An account of X in a workspace of its own, and what a mutation does to disconnect it. */
async function givenAccount(refreshToken: string, url = fake.url) {
  const platforms = new Map([['x', createXPlatform(xRules, createTestOutbound(), X_CLIENT, url, url)]]);
  const services = createTestServices(database, { platforms });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const connected = { handle: '@harbour', externalId: '42', credentials: { accessToken: X_TOKEN, refreshToken, userId: '42' } };
  const { id } = await actAs(services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'x', connected }));
  return async () => {
    const held = await readRevocable(services, id);
    const gone = await actAs(services, owner, (tx) => disconnect(tx, id));
    await revokeCredentials(services, held, gone);
    return gone;
  };
}

it('ends the access at the network once the last workspace has disconnected the account', async () => {
  const [first, second] = [await givenAccount('token-of-one'), await givenAccount('token-of-two')];
  await first();
  expect(network.revoked).toEqual([]);
  await second();
  expect(network.revoked).toEqual(['token-of-two']);
  // Again, as a repeated request does: there is nothing left to revoke.
  await second();
  expect(network.revoked).toEqual(['token-of-two']);
});

it('disconnects although the network is away', async () => {
  const disconnectIt = await givenAccount('token-of-three', 'http://127.0.0.1:9');
  expect((await disconnectIt()).disconnectedAt).not.toBeNull();
});
