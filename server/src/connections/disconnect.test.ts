import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginErasure, eraseAccount } from '../account-data/erase-account.ts';
import type { Context } from '../context.ts';
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
import { disconnect, revokeCredentials } from './connection-queries.ts';

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
  const disconnectIt = async () => {
    const { connection, held } = await actAs(services, owner, (tx) => disconnect(tx, id));
    await revokeCredentials(services, held, connection);
    return connection;
  };
  const connectAgain = (tx: Context, token: string) => {
    const credentials = { ...connected.credentials, refreshToken: token };
    return addConnection(tx, { workspaceId, platform: 'x', connected: { ...connected, credentials } });
  };
  return { services, owner, accountId, disconnectIt, connectAgain };
}

it('ends the access at the network once the last workspace has disconnected the account', async () => {
  const [first, second] = [await givenAccount('token-of-one'), await givenAccount('token-of-two')];
  await first.disconnectIt();
  expect(network.revoked).toEqual([]);
  await second.disconnectIt();
  expect(network.revoked).toEqual(['token-of-two']);
  // Again, as a repeated request does: there is nothing left to revoke.
  await second.disconnectIt();
  expect(network.revoked).toEqual(['token-of-two']);
});

it('revokes the credentials of a reconnection that it crosses, not those before it', async () => {
  const { services, owner, connectAgain, disconnectIt } = await givenAccount('token-before');
  const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const crossed = await actAs(services, owner, async (tx) => {
    await connectAgain(tx, 'token-after');
    const waits = disconnectIt();
    await expect.poll(() => services.orm.em.fork().execute<unknown[]>(isWaiting), { interval: 10 }).toHaveLength(1);
    return { waits };
  });
  await crossed.waits;
  expect(network.revoked).toContain('token-after');
  expect(network.revoked).not.toContain('token-before');
});

it('ends the access of everything that an erased account had connected', async () => {
  const { services, accountId } = await givenAccount('token-of-the-erased');
  await actAs(services, { kind: 'operator' }, (tx) => beginErasure(tx, accountId));
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });
  expect(network.revoked).toContain('token-of-the-erased');
});

it('erases an account although a network is away', async () => {
  const { services, accountId } = await givenAccount('token-of-no-use', 'http://127.0.0.1:9');
  await actAs(services, { kind: 'operator' }, (tx) => beginErasure(tx, accountId));
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });
});

it('disconnects although the network is away', async () => {
  const { disconnectIt } = await givenAccount('token-of-three', 'http://127.0.0.1:9');
  expect((await disconnectIt()).disconnectedAt).not.toBeNull();
});
