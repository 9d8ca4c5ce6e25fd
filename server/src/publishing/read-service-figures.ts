import type { EntityManager } from '@mikro-orm/postgresql';
import type { OperatorAlert } from '../access/notices.ts';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { say } from '../languages/sentence.ts';
import { NETWORKS } from '../platforms/registry.ts';

/** Figures of the whole service, across all accounts, for its operator. */
export interface ServiceFigures {
  /** Jobs that wait for a person, a time or anything else. */
  waiting: number;
  /** Due publications that no worker has started. */
  due: number;
  /** When the first of those was due; null if there is none. */
  oldestDueAt: Date | null;
  /** Publications with an unknown outcome whose platform is being asked. */
  beingAsked: number;
  /** Those that only a person can settle. */
  forPeople: number;
  /** Jobs that have failed, all or in part, within 24 hours. */
  failed: number;
  /** Connected accounts that no longer work. */
  endedConnections: number;
  /** Unsent mails. */
  mails: number;
  /** When the oldest of them was written; null if there is none. */
  oldestMailAt: Date | null;
  /** The time of the restored backup while the restore lock is set; otherwise null. */
  restoredFrom: Date | null;
}

/** When each publication that no worker has started is or was due. */
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
    (select min(created_at) from mails where sent_at is null and failed_at is null) as "oldestMailAt",
    (select backup_at from service_switches where restored_at is not null) as "restoredFrom"`;

type Times = 'oldestDueAt' | 'oldestMailAt' | 'restoredFrom';
type Row = Omit<ServiceFigures, Times> & Record<Times, string | Date | null>;

/** One query. With the owner role: row-level security would restrict it to one account. */
export async function readServiceFigures(em: EntityManager, now: Date): Promise<ServiceFigures> {
  const [row] = await em.execute<Row[]>(READ, [now, now, new Date(now.getTime() - DAY_MS)]);
  if (!row) throw new Error('The figures of the service are missing.');
  return { ...row, oldestDueAt: timeOf(row.oldestDueAt), oldestMailAt: timeOf(row.oldestMailAt), restoredFrom: timeOf(row.restoredFrom) };
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

/** How long a refusal counts. */
const UNAUDITED_MS = 7 * DAY_MS;

/**
 * Alerts for networks that rejected a post within the week because they have not audited the app of this service: the
 * post fails, and only the operator can help.
 */
export async function findUnauditedApps({ em, clock }: Context): Promise<OperatorAlert[]> {
  const found: OperatorAlert[] = [];
  for (const { id, label, unauditedCode } of NETWORKS) {
    if (!unauditedCode) continue;
    const [row] = await query(
      em,
      tables
        .selectFrom('connections as c')
        // By `publications_platform_index`.
        .innerJoin('publications as p', (join) =>
          join.onRef('p.workspace_id', '=', 'c.workspace_id').onRef('p.platform', '=', 'c.platform').onRef('p.connection_id', '=', 'c.id'),
        )
        .innerJoin('attempts as a', 'a.publication_id', 'p.id')
        .select('c.id')
        .where('c.platform', '=', id)
        .where('c.disconnected_at', 'is', null)
        .where('p.state', '=', literal('failed'))
        .where('p.superseded_at', 'is', null)
        .where('p.failure_message', 'like', `%${unauditedCode}%`)
        .where('a.ended_at', '>', new Date(clock.now().getTime() - UNAUDITED_MS))
        .limit(1),
    );
    if (!row) continue;
    const message = say`${label} rejects posts, because it has not audited the app of this service. Request the audit there.`;
    found.push({ id: `unaudited:${id}`, kind: 'network_refused', message });
  }
  return found;
}
