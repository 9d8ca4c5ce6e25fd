import type { EntityManager } from '@mikro-orm/postgresql';

/** Figures of the whole service, across all accounts, for its operator. */
export interface ServiceFigures {
  /** Jobs that wait for a person, a time or anything else. */
  waiting: number;
  /** Publications whose time has come, and that no worker has begun. */
  due: number;
  /** Since when the first of those is due; null where none is. */
  oldestDueAt: Date | null;
  /** Publications of which it is not known whether they are out, while their platform is being asked. */
  beingAsked: number;
  /** Those that only a person can tell. */
  forPeople: number;
  /** Jobs that have failed, all or in part, within 24 hours. */
  failed: number;
  /** Connected accounts that do not work any more. */
  endedConnections: number;
  /** Messages that have not been handed over. */
  mails: number;
  /** As of when the back-up is that the service was restored from, while it is held; null otherwise. */
  restoredFrom: Date | null;
}

/** When the time of each publication that no worker has begun comes, or has come. */
const DUE = `
  with due as (
    select greatest(p.next_attempt_at, j.scheduled_at, j.quiet_until, j.updated_at) as at
    from publications p join publish_jobs j on j.id = p.job_id
    where p.state = 'pending' and p.superseded_at is null and j.state in ('ready', 'queued', 'publishing')
  )`;

const READ = `
  ${DUE}
  select
    (select count(*)::int from publish_jobs where state in ('blocked', 'ready')) as waiting,
    (select count(*)::int from due where at <= ?) as due,
    (select min(at) from due where at <= ?) as "oldestDueAt",
    (select count(*)::int from publications where state = 'unknown' and next_attempt_at is not null) as "beingAsked",
    (select count(*)::int from publications where state = 'unknown' and next_attempt_at is null) as "forPeople",
    (select count(*)::int from publish_jobs where state in ('failed', 'partially_published') and updated_at > ?) as failed,
    (select count(*)::int from connections where disconnected_at is null and health <> 'healthy') as "endedConnections",
    (select count(*)::int from mails where sent_at is null and failed_at is null) as mails,
    (select backup_at from service_switches where restored_at is not null) as "restoredFrom"`;

const DAY_MS = 24 * 3_600_000;

type Row = Omit<ServiceFigures, 'oldestDueAt' | 'restoredFrom'> & Record<'oldestDueAt' | 'restoredFrom', string | Date | null>;

/** One statement. In the service's own name: behind a customer's wall it would count that customer's alone. */
export async function readServiceFigures(em: EntityManager, now: Date): Promise<ServiceFigures> {
  const [row] = await em.execute<Row[]>(READ, [now, now, new Date(now.getTime() - DAY_MS)]);
  if (!row) throw new Error('The figures of the service are missing.');
  return { ...row, oldestDueAt: timeOf(row.oldestDueAt), restoredFrom: timeOf(row.restoredFrom) };
}

/** The figures of due posts only, cheap enough for a check every minute. */
export async function readDue(em: EntityManager, now: Date): Promise<Pick<ServiceFigures, 'due' | 'oldestDueAt'>> {
  const [row] = await em.execute<Pick<Row, 'due' | 'oldestDueAt'>[]>(
    `${DUE} select count(*)::int as due, min(at) as "oldestDueAt" from due where at <= ?`,
    [now],
  );
  return { due: row?.due ?? 0, oldestDueAt: timeOf(row?.oldestDueAt ?? null) };
}

const timeOf = (value: string | Date | null): Date | null => (value === null ? null : new Date(value));
