import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../context.ts';
import { forkAsOwner } from './row-security/tenant-session.ts';

interface Safety {
  standbys: number;
  synchronous: string;
  commit: string;
  fsync: string;
}

/**
 * A running backup is not a standby. A user without permission to see other sessions gets no `state`, but
 * their number.
 */
const READ = `
  select (select count(*)::int from pg_stat_replication where state is distinct from 'backup') as standbys,
         current_setting('synchronous_standby_names') as synchronous,
         current_setting('synchronous_commit') as "commit",
         current_setting('fsync') as fsync`;

/**
 * The settings that may lose a commit, in sentences for the operator; empty if there are none. Read each
 * time, since standbys come and go.
 */
export async function readRisks(em: EntityManager): Promise<string[]> {
  const [safety] = await em.execute<Safety[]>(READ);
  return safety ? risksOf(safety) : [];
}

/** Only a commit records what is about to be published: if that is lost, the post is published again. */
export function risksOf({ standbys, synchronous, commit, fsync }: Safety): string[] {
  const risks: string[] = [];
  if (fsync === 'off' || commit === 'off')
    risks.push(
      'The database answers before what it has committed is on its disk. After a crash of its machine a post can go out twice. Set fsync and synchronous_commit to on.',
    );
  if (standbys > 0 && (synchronous === '' || commit === 'local'))
    risks.push(
      'The database has a standby that may lack what was just committed, since none is synchronous. When it takes over, a post can go out twice. Set synchronous_standby_names (with Patroni: synchronous_mode), and leave synchronous_commit on.',
    );
  return risks;
}

/** Why the console and agents get delayed updates, if the probe at startup received nothing. */
export const NOT_LIVE =
  'Not live: no NOTIFY comes through DATABASE_URL, so changes are looked for every two seconds. Behind a pooler, set DATABASE_DIRECT_URL to the database itself.';

/**
 * Logs what the operator page shows: each risk when it is first seen, at startup and then by a scheduled task, since
 * standbys come and go while the service runs.
 */
export function createRiskWatch(): (services: Pick<Services, 'engine' | 'orm' | 'log'>) => Promise<void> {
  let known: readonly string[] = [];
  return async ({ engine, orm, log }) => {
    const risks = [...(engine.isLive ? [] : [NOT_LIVE]), ...(await readRisks(forkAsOwner(orm)))];
    for (const risk of risks) if (!known.includes(risk)) log.warn(risk);
    for (const risk of known) if (!risks.includes(risk)) log.info(`Resolved: ${risk}`);
    known = risks;
  };
}
