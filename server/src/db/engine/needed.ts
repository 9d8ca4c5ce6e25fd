import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { TENANT_ROLE } from '../row-security/tenant-session.ts';

/** Waiting for a locked row instead of skipping it shows by this; a slow response shows nothing. */
const BRIEFLY = `set local statement_timeout = 10000; set local lock_timeout = 1000`;

/** In a transaction that leaves no trace. */
async function within<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

async function readValue(client: Client, sql: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(sql);
  return rows[0]?.value;
}

/** While one session holds it the other does not get it; after its release it does. */
export async function locksExclude(one: Client, other: Client): Promise<boolean> {
  // A key that no other start tries at the same time.
  const take = `select pg_try_advisory_xact_lock(${randomInt(2 ** 47)}) as value`;
  const whileHeld = await within(one, async () => [await readValue(one, take), await within(other, () => readValue(other, take))]);
  const after = await within(other, () => readValue(other, take));
  return whileHeld[0] === true && whileHeld[1] === false && after === true;
}

/** The row that every database of this service has; another start may lock it at the same moment, with the same result. */
export async function skipsLocked(one: Client, other: Client): Promise<boolean> {
  const lock = `select id as value from installations where id = 'this' for update skip locked`;
  try {
    return await within(one, async () => {
      await one.query(lock);
      return within(other, async () => {
        await other.query(BRIEFLY);
        return (await readValue(other, lock)) === undefined;
      });
    });
  } catch {
    return false;
  }
}

/** Of two customers' rows in a temporary table the tenant role sees the one whose id is set. */
export async function hidesRows(one: Client): Promise<boolean> {
  return within(one, async () => {
    await one.query(
      `create temporary table countersign_probe (account_id text) on commit drop;
       insert into countersign_probe values ('acc_mine'), ('acc_theirs');
       alter table countersign_probe enable row level security;
       create policy own on countersign_probe to ${TENANT_ROLE} using (account_id = current_setting('app.account_ids', true));
       grant select on countersign_probe to ${TENANT_ROLE};
       select set_config('role', '${TENANT_ROLE}', true), set_config('app.account_ids', 'acc_mine', true)`,
    );
    return (await readValue(one, `select string_agg(account_id, ',') as value from countersign_probe`)) === 'acc_mine';
  });
}

/** The second read of a transaction sees that another one has ended meanwhile. */
export async function readsWhatIsCommitted(one: Client, other: Client): Promise<boolean> {
  const look = 'select pg_snapshot_xmax(pg_current_snapshot())::text as value';
  return within(one, async () => {
    const before = await readValue(one, look);
    await other.query('select pg_current_xact_id()');
    return (await readValue(one, look)) !== before;
  });
}
