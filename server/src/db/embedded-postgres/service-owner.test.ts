import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { installQueue } from '../../worker/queues.ts';
import { migrateDatabase } from '../check-installation.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { createOrm, type ServiceOrm } from '../orm.ts';
import { forkFor } from '../row-security/tenant-session.ts';
import { openEmbeddedDatabase } from './embedded-postgres.ts';
import { OWNER_ROLE } from './service-owner.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-owner-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Opens the folder's database like the service, fully migrated. */
async function start(): Promise<{ database: Database; orm: ServiceOrm; stop(): Promise<void> }> {
  const database = await openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir }, createLog({ logLevel: 'silent' }));
  const orm = createOrm({ url: database.url, poolSize: 2 });
  const stop = async () => {
    await orm.close();
    await database.close();
  };
  try {
    await migrateDatabase(orm, () => installQueue(database.url));
  } catch (error) {
    await stop();
    throw error;
  }
  return { database, orm, stop };
}

const ask = <Row>(orm: ServiceOrm, sql: string) => orm.em.fork().execute<Row[]>(sql);

const STRANGE = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'pgboss') and relkind <> 'i' and relkind <> 'I' and relowner <> '${OWNER_ROLE}'::regrole
  union all select oid::regprocedure::text from pg_proc where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and proowner <> '${OWNER_ROLE}'::regrole`;

it('serves a fresh folder as an owner that is not a superuser, and requests as a role that cannot become one', async () => {
  const { orm, stop } = await start();
  expect(
    await ask(orm, 'select current_user as who, rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = session_user'),
  ).toEqual([{ who: OWNER_ROLE, rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
  expect(await ask(orm, STRANGE)).toEqual([]);
  await expect(ask(orm, 'set role postgres')).rejects.toThrow(/permission denied/);
  await expect(ask(orm, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);

  const tenant = () => forkFor(orm, { kind: 'anonymous' });
  const roles = await tenant().execute<{ may: boolean }[]>(
    `select bool_or(pg_has_role(current_user, oid, 'member')) as may from pg_roles where rolname <> current_user`,
  );
  expect(roles).toEqual([{ may: false }]);
  await expect(tenant().execute('alter table accounts disable row level security')).rejects.toThrow(/must be owner/);
  await stop();
});

it('takes over a folder whose tables a superuser created, with their rows, however often it starts', async () => {
  const old = await openEmbeddedDatabase({ dataDir, log: () => undefined, durable: false });
  const before = createOrm({ url: old.url, poolSize: 2 });
  await migrateDatabase(before, () => installQueue(old.url));
  await ask(before, 'create table kept (id serial primary key, note text)');
  await ask(before, `insert into kept (note) values ('from before')`);
  await before.close();
  await old.close();

  for (const note of ['first', 'second']) {
    const { orm, stop } = await start();
    expect(await ask(orm, STRANGE)).toEqual([]);
    await ask(orm, `insert into kept (note) values ('${note}')`);
    await ask(orm, `alter table kept add column ${note} int`);
    if (note === 'second')
      expect(await ask(orm, 'select note from kept order by id')).toEqual([{ note: 'from before' }, { note: 'first' }, { note: 'second' }]);
    await stop();
  }
});
