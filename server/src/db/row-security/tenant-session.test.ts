import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { createLog } from '../../log.ts';
import { PUBLISH_QUEUE } from '../../publishing/publish-queue.ts';
import { userActor } from '../../testing/actors.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices, testConfig } from '../../testing/test-services.ts';
import { createQueue } from '../../worker/queue.ts';
import { createOrm } from '../orm.ts';
import { inReading, inTransaction } from '../transaction.ts';
import { forkAsOwner, forkFor, TENANT_ROLE } from './tenant-session.ts';

const database = useTestDatabase();
const services = () => createTestServices(database);
const WHO = 'select current_user as who';

async function givenOwner(): Promise<Actor> {
  return userActor(services(), (await givenWorkspace(services())).accountId);
}

it('applies row-level security inside a transaction and outside of one, and leaves no trace on the connection', async () => {
  const orm = createOrm({ url: database.url, poolSize: 1 });
  const owner = await givenOwner();
  const [{ who: own } = { who: '' }] = await orm.em.fork().execute<{ who: string }[]>(WHO);
  expect(own).not.toBe(TENANT_ROLE);
  expect(await forkFor(orm, owner).execute(WHO)).toEqual([{ who: TENANT_ROLE }]);
  expect(await forkFor(orm, owner).transactional((em) => em.getDriver().execute(WHO, [], 'all', em.getTransactionContext()))).toEqual([
    { who: TENANT_ROLE },
  ]);
  await expect(forkFor(orm, owner).execute('select nonsense')).rejects.toThrow('nonsense');
  expect(await orm.em.fork().execute(`${WHO}, nullif(current_setting('app.account_ids', true), '') as accounts`)).toEqual([
    { who: own, accounts: null },
  ]);
  await orm.close();
});

it('uses the service’s role only for operators and its own work', async () => {
  const owner = await givenOwner();
  const isWalled = async (actor: Actor) => (await forkFor(database.orm, actor).execute<{ who: string }[]>(WHO))[0]?.who === TENANT_ROLE;
  expect(await isWalled({ kind: 'anonymous' })).toBe(true);
  expect(await isWalled(owner)).toBe(true);
  expect(await isWalled({ ...owner, isOperator: true } as Actor)).toBe(false);
  expect(await isWalled({ kind: 'operator' })).toBe(false);
  expect(await isWalled({ kind: 'system' })).toBe(false);
});

it('is bypassed only explicitly: with the service’s own role, on a connection separate from the open transaction', async () => {
  const ctx = contextFor(services(), await givenOwner());
  const roles = async (em: { execute(sql: string): Promise<unknown> }) =>
    ((await em.execute(WHO)) as { who: string }[]).map(({ who }) => who);
  for (const open of [inTransaction, inReading] as const) {
    await open(ctx, async (tx) => {
      expect(await roles(tx.em)).toEqual([TENANT_ROLE]);
      // In spite of the name, it does not leave the tenant role.
      expect(await roles(tx.orm.em.fork())).toEqual([TENANT_ROLE]);
      expect(await roles(forkAsOwner(tx.orm))).not.toEqual([TENANT_ROLE]);
      expect(await forkAsOwner(tx.orm).transactional((em) => roles(em as never))).not.toEqual([TENANT_ROLE]);
    });
  }
});

it('cannot be left by any value', async () => {
  const em = forkFor(database.orm, await givenOwner());
  const ask = async (value: string) => {
    const [row] = await em.execute<{ value: string; who: string }[]>('select ?::text as value, current_user as who', [value]);
    expect(row).toEqual({ value, who: TENANT_ROLE });
    const list = await em.execute<{ value: string; who: string }[]>('select v as value, current_user as who from (values (?), (?)) t (v)', [
      value,
      value,
    ]);
    expect(list).toEqual([
      { value, who: TENANT_ROLE },
      { value, who: TENANT_ROLE },
    ]);
  };
  for (const value of HOSTILE) await ask(value);
  const piece = fc.constantFrom("'", "''", '\\', '"', ';', '--', '/*', '*/', '$$', '$1', '?', '\n', ' reset role ', "E'", '\u2019', 'x');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  await fc.assert(fc.asyncProperty(text, ask), { numRuns: 100 });
});

const HOSTILE = [
  "'; reset role; --",
  "\\'; reset role; --",
  "'); reset role; select ('",
  '$$; reset role; $$',
  "?'; set role postgres; --",
  "'||set_config('role','none',true)||'",
];

it('accepts no change in a read-only transaction', async () => {
  const ctx = contextFor(services(), await givenOwner());
  const change = inReading(ctx, (reading) => reading.em.execute("update workspaces set name = 'changed'"));
  await expect(change).rejects.toThrow('read-only transaction');
});

it('adds an entry to the queue in the request’s transaction, and reads none', async () => {
  const log = createLog(testConfig(database));
  const queue = createQueue({ url: database.url, role: 'web', log });
  await queue.start();
  const ctx = contextFor(services(), await givenOwner());
  await inTransaction(ctx, (tx) => queue.enqueue(tx.em, { id: 'pub_1', platform: 'sandbox' }));
  await inTransaction(ctx, (tx) => queue.enqueue(tx.em, { id: 'pub_2', platform: 'sandbox' }, new Date(Date.now() + 60_000)));
  await queue.stop();
  const entries = await database.orm.em
    .fork()
    .execute("select data->>'publicationId' as id from pgboss.job where name = ? order by 1", [PUBLISH_QUEUE]);
  expect(entries).toEqual([{ id: 'pub_1' }, { id: 'pub_2' }]);
  await expect(ctx.em.execute('select data from pgboss.job')).rejects.toThrow('permission denied');
});
