import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';

/** Runs statements as a superuser with the tables' triggers disabled. */
export async function tamper(orm: MikroORM, statements: readonly [sql: string, ...values: unknown[]][]): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica');
    for (const [sql, ...values] of statements) await em.execute(sql, values);
  });
}

const TABLES = ['audit_entries', 'audit_links', 'audit_heads', 'audit_rolls', 'audit_cuts'];

/** Saves the audit log; the returned function restores it. */
export async function rememberAudit(orm: MikroORM): Promise<() => Promise<void>> {
  const em = orm.em.fork();
  const id = randomBytes(4).toString('hex');
  for (const table of TABLES) await em.execute(`create table remembered_${id}_${table} as table ${table}`);
  return () =>
    tamper(
      orm,
      TABLES.flatMap((table): [string][] => [[`delete from ${table}`], [`insert into ${table} table remembered_${id}_${table}`]]),
    );
}
