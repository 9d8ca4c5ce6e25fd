import { DAY_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { joined, type Sentence, say } from '../../languages/sentence.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';

const AT_ONCE = 500;
const WEEK_MS = 7 * DAY_MS;

interface Due {
  workspace_id: string;
  user_id: string;
}

/**
 * On Mondays at seven in each person's time zone: a summary of the last week in each of their workspaces,
 * once, if there was anything to report. If the service was down until Wednesday, that week is skipped. Safe
 * in many workers at once.
 */
export function sumUpWeek(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const now = tx.clock.now();
    const due = await tx.em.execute<Due[]>(
      `insert into weekly_summaries (workspace_id, account_id, user_id, week)
       select w.id, w.account_id, m.user_id, monday.day from workspaces w
         join accounts c on c.id = w.account_id and c.state = 'approved'
         join memberships m on m.account_id = w.account_id
         left join notice_settings s on s.user_id = m.user_id
        cross join lateral (select ?::timestamptz at time zone coalesce(s.time_zone, w.time_zone) as shows) clock
        cross join lateral (select date_trunc('week', clock.shows)::date as day) monday
        where w.archived_at is null and clock.shows >= monday.day + time '07:00' and clock.shows < monday.day + interval '2 days'
          and not exists (select from weekly_summaries x where x.user_id = m.user_id and x.workspace_id = w.id and x.week = monday.day)
        order by w.id, m.user_id limit ? on conflict do nothing returning workspace_id, user_id`,
      [now, AT_ONCE],
    );
    // Weeks that are no longer summarized.
    if (due.length > 0)
      await tx.em.execute(`delete from weekly_summaries where week < ?::date`, [new Date(now.getTime() - 3 * WEEK_MS)], 'run');
    const weeks = await weeksOf(
      tx,
      due.map(({ workspace_id: id }) => id),
      now,
    );
    const newNotices = due.flatMap(({ workspace_id: workspaceId, user_id: userId }): NewNotice[] => {
      const week = weeks.get(workspaceId);
      if (!week || week.published + week.failed + week.waiting + week.planned === 0) return [];
      const { account_id: accountId } = week;
      return [{ accountId, workspaceId, userId, kind: 'weekly_summary', subjectId: null, message: sentenceOf(week) }];
    });
    await keepNotices(tx, newNotices);
    return newNotices.length;
  });
}

interface Week {
  id: string;
  account_id: string;
  name: string;
  /** In the last seven days, counted as posts: one on two networks counts twice. */
  published: number;
  failed: number;
  /** The current number. */
  waiting: number;
  /** For the next seven days. */
  planned: number;
}

async function weeksOf(tx: Context, workspaceIds: readonly string[], now: Date): Promise<Map<string, Week>> {
  if (workspaceIds.length === 0) return new Map();
  const [before, after] = [new Date(now.getTime() - WEEK_MS), new Date(now.getTime() + WEEK_MS)];
  const rows = await tx.em.execute<Week[]>(
    `select w.id, w.account_id, w.name,
       (select count(*)::int from publications p join publish_jobs j on j.id = p.job_id where j.workspace_id = w.id
          and p.superseded_at is null and p.state = 'published' and p.published_at > ?::timestamptz) as published,
       (select count(distinct p.id)::int from events e join publications p on p.id = e.subject_id where e.workspace_id = w.id
          and e.type = 'publication.failed' and e.created_at > ?::timestamptz and p.superseded_at is null and p.state = 'failed') as failed,
       (select count(*)::int from approvals a where a.workspace_id = w.id and a.state = 'pending' and a.expires_at > ?::timestamptz) as waiting,
       (select count(*)::int from publish_jobs j where j.workspace_id = w.id and j.state in ('blocked', 'ready', 'queued')
          and j.scheduled_at > ?::timestamptz and j.scheduled_at <= ?::timestamptz) as planned
       from workspaces w where w.id in (?)`,
    [before, before, now, now, after, [...new Set(workspaceIds)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function sentenceOf({ name, published, failed, waiting, planned }: Week): Sentence {
  const waits = waiting === 1 ? say`1 is waiting for a decision` : say`${waiting} are waiting for a decision`;
  const isPlanned = planned === 1 ? say`1 is planned for this week` : say`${planned} are planned for this week`;
  const parts = [
    publishedSentence(published),
    ...(failed > 0 ? [say`${failed} could not be published`] : []),
    ...(waiting > 0 ? [waits] : []),
    ...(planned > 0 ? [isPlanned] : []),
  ];
  return say`${name}, last week: ${joined(parts, '; ')}.`;
}

function publishedSentence(published: number): Sentence {
  if (published === 0) return say`nothing was published`;
  return published === 1 ? say`1 post was published` : say`${published} posts were published`;
}
