import { expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { addConnection, checkConnection } from './add-connection.ts';
import { Connection } from './connection.entity.ts';
import { connectionsByIds, disconnect, listConnections } from './connection-queries.ts';
import { openCredentials } from './renew-credentials.ts';

const database = useTestDatabase();
const SECRET = 'sesame-open-4711';

async function arrange() {
  const services = createTestServices(database);
  const { workspace, workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const add = (actor: Actor, externalId = 'did:example:harbour', appPassword = SECRET) =>
    actAs(services, actor, (ctx) =>
      addConnection(ctx, {
        workspaceId,
        platform: 'sandbox',
        connected: { handle: 'harbour', externalId, credentials: { feed: externalId, appPassword } },
      }),
    );
  const rowOf = (id: string) => services.orm.em.fork().findOneOrFail(Connection, id);
  return { services, workspace, workspaceId, accountId, owner, add, rowOf };
}

it('stores credentials encrypted, bound to their row, and out of lists', async () => {
  const { services, owner, add, rowOf, workspaceId } = await arrange();
  const first = await add(owner);
  const second = await add(owner, 'did:example:friend');
  const row = await rowOf(first.id);
  expect(JSON.stringify(row)).not.toContain(SECRET);
  expect(openCredentials(services, row)).toMatchObject({ appPassword: SECRET });
  expect(() => openCredentials(services, { id: second.id, sealedCredentials: row.sealedCredentials })).toThrow();
  const listed = await listConnections(contextFor(services, owner), workspaceId);
  expect(listed.map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('renews the existing connection when the same account is connected again, also concurrently', async () => {
  const { services, owner, add, rowOf, workspaceId } = await arrange();
  const [first, second] = await Promise.all([add(owner), add(owner)]);
  expect(first?.id).toBe(second?.id);
  await services.orm.em.fork().nativeUpdate(Connection, { id: first?.id ?? '' }, { health: 'revoked', healthMessage: 'It was revoked.' });
  const renewed = await add(owner, 'did:example:harbour', 'another');
  expect(await rowOf(renewed.id)).toMatchObject({ id: first?.id, health: 'healthy', healthMessage: null, disconnectedAt: null });
  expect(openCredentials(services, await rowOf(renewed.id))).toMatchObject({ appPassword: 'another' });
  expect(await listConnections(contextFor(services, owner), workspaceId)).toHaveLength(1);
});

it('works again after a new sign-in, although the old credentials are refused at that moment', async () => {
  const { services, owner, add, rowOf } = await arrange();
  const { id } = await add(owner);
  let adding: ReturnType<typeof add> | undefined;
  const waiting = `select 1 from pg_locks where not granted and pid in (
    select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`;
  await services.orm.em.fork().transactional(async (em) => {
    await em.nativeUpdate(Connection, { id }, { health: 'revoked', healthMessage: 'It was revoked.' });
    adding = add(owner, 'did:example:harbour', 'another');
    await expect.poll(() => services.orm.em.fork().execute(waiting)).not.toHaveLength(0);
  });
  await adding;
  expect(await rowOf(id)).toMatchObject({ health: 'healthy', healthMessage: null });
});

it('deletes the credentials on disconnecting, once, and reuses the connection when it is connected again', async () => {
  const { services, owner, add, rowOf, workspaceId } = await arrange();
  const { id } = await add(owner);
  const { connection: gone } = await actAs(services, owner, (ctx) => disconnect(ctx, id));
  const { connection: again } = await actAs(services, owner, (ctx) => disconnect(ctx, id));
  expect(again.disconnectedAt).toEqual(gone.disconnectedAt);
  expect(openCredentials(services, await rowOf(id))).toEqual({});
  expect(await listConnections(contextFor(services, owner), workspaceId)).toEqual([]);
  expect((await connectionsByIds(contextFor(services), [id])).get(id)?.disconnectedAt).not.toBeNull();
  expect((await add(owner)).id).toBe(id);
  expect(await listConnections(contextFor(services, owner), workspaceId)).toHaveLength(1);
});

it('lets only owners and the operator connect and disconnect', async () => {
  const { services, workspace, accountId, owner, add } = await arrange();
  const { id } = await add(owner);
  const agent = await agentActor(services, workspace);
  const approver = await userActor(services, accountId, 'approver');
  const stranger = await userActor(services, (await givenWorkspace(services)).accountId);
  const drop = (actor: Actor) => actAs(services, actor, (ctx) => disconnect(ctx, id));
  for (const act of [add, drop]) {
    await expect(act(agent)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(act(approver)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(act(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(act({ kind: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  }
  await add({ kind: 'operator' });
  await drop({ kind: 'operator' });
  await expect(actAs(services, owner, (ctx) => disconnect(ctx, 'con_unknown'))).rejects.toMatchObject({ code: 'not_found' });
});

it('calls the platform outside of transactions, and shows the person what is wrong', async () => {
  const { services, owner } = await arrange();
  const ctx = contextFor(services, owner);
  await expect(checkConnection(ctx, { platform: 'nowhere', credentials: {} })).rejects.toMatchObject({ code: 'unknown_platform' });
  await expect(checkConnection(ctx, { platform: 'sandbox', credentials: { failure: 'no such' } })).rejects.toMatchObject({
    code: 'bad_user_input',
  });
  await expect(actAs(services, owner, (tx) => checkConnection(tx, { platform: 'sandbox', credentials: {} }))).rejects.toThrow(
    'outside a transaction',
  );
});
