import type { NoticeKind } from '../../access/notices/notice.entity.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import type { Event } from '../../events/event.entity.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { platformNames } from '../notice-page.ts';
import type { NewNotice } from './new-notice.ts';

interface JobRow {
  id: string;
  account_id: string;
  workspace_id: string;
  state: string;
  source_text: string;
  published: string[];
  failed: string[];
  unknown: string[];
  /** Its authors and approvers who are still members of the account. */
  involved: string[];
  owners: string[];
}

/** The authors and approvers of the job `j` who are still members of the account. */
export const INVOLVED = `array(select m.user_id from memberships m where m.account_id = j.account_id and m.user_id in (
          select w.user_id from draft_authors w where w.draft_id = j.draft_id
          union select c.user_id from approval_decisions c where c.approval_id = j.approval_id
          union select s.signed_by from approvals a join standing_approvals s on s.id = a.standing_id where a.id = j.approval_id)) as involved`;

/** The owners of the account of the job `j`. */
export const OWNERS = `array(select m.user_id from memberships m where m.account_id = j.account_id and m.role = 'owner') as owners`;

type JobEvent = Pick<Event, 'type' | 'subjectId' | 'data'>;

/** Notifies the authors and approvers of what was published, and of failures also the owners. */
export async function composeOutcomeNotices(
  tx: Context,
  { jobs, connections }: { jobs: readonly JobEvent[]; connections: readonly string[] },
): Promise<NewNotice[]> {
  return [...(await composeJobNotices(tx, jobs)), ...(await composeConnectionNotices(tx, connections))];
}

async function composeJobNotices(tx: Context, events: readonly JobEvent[]): Promise<NewNotice[]> {
  const jobIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  if (jobIds.length === 0) return [];
  const on = (state: string) =>
    `array(select p.platform from publications p where p.job_id = j.id and p.superseded_at is null and p.state = '${state}' order by p.id) as ${state}`;
  const rows = await tx.em.execute<JobRow[]>(
    `select j.id, j.account_id, j.workspace_id, j.state, left(d.source_text, 2000) as source_text,
        ${on('published')}, ${on('failed')}, ${on('unknown')},
        ${INVOLVED}, ${OWNERS}
       from publish_jobs j join drafts d on d.id = j.draft_id where j.id in (?) order by j.id`,
    [jobIds],
  );
  const said = await saidBefore(
    tx,
    rows.flatMap(({ id, unknown }) => (unknown.length > 0 ? id : [])),
  );
  return rows.flatMap((row) => {
    const composed = sentenceOf(
      tx,
      row,
      events.filter(({ subjectId }) => subjectId === row.id),
    );
    // If two networks are unknown and their events are read late, the first message named both.
    if (!composed || said.has(`${row.id} ${composed.message}`)) return [];
    const hear = composed.kind === 'job_published' ? row.involved : [...row.involved, ...row.owners];
    const about = { accountId: row.account_id, workspaceId: row.workspace_id, subjectId: row.id, ...composed };
    return [...new Set(hear)].map((userId): NewNotice => ({ ...about, userId }));
  });
}

/** Earlier notices about jobs with an unknown outcome. */
async function saidBefore(tx: Context, jobIds: readonly string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set();
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notices')
      .distinct()
      .select(['subject_id', 'message'])
      .where('kind', '=', literal('outcome_unknown'))
      .where('subject_id', '=', anyOf(jobIds)),
  );
  return new Set(rows.map(({ subject_id: jobId, message }) => `${jobId} ${message}`));
}

/** Null if its state has changed since those events: a later event will report that. */
function sentenceOf(tx: Context, row: JobRow, events: readonly JobEvent[]): { kind: NoticeKind; message: Sentence } | null {
  const { state, source_text: text, published, failed, unknown } = row;
  const title = say`“${draftTitle(text)}”`;
  const names = (platforms: string[]) => platformNames(tx, platforms);
  if (unknown.length > 0) {
    if (!events.some(({ type }) => type === 'job.unknown')) return null;
    const message = say`It is unknown whether ${title} was published on ${names(unknown)}. It is never sent twice; check there, and record what you find.`;
    return { kind: 'outcome_unknown', message };
  }
  if (!events.some(({ type, data }) => type !== 'job.unknown' && data.state === state)) return null;
  if (state === 'published') return { kind: 'job_published', message: say`${title} is out on ${names(published)}.` };
  if (state === 'failed') return { kind: 'job_failed', message: say`${title} could not be published on ${names(failed)}.` };
  if (state !== 'partially_published') return null;
  const out = names(published);
  const message =
    failed.length > 0 ? say`${title} is out on ${out}, and could not be published on ${names(failed)}.` : say`${title} is out on ${out}.`;
  return { kind: 'job_partially_published', message };
}

async function composeConnectionNotices(tx: Context, connectionIds: readonly string[]): Promise<NewNotice[]> {
  if (connectionIds.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('connections as c')
      .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 'c.account_id').on('m.role', '=', literal('owner')))
      .select(['c.id', 'c.account_id', 'c.workspace_id', 'c.platform', 'c.handle', 'c.health', 'm.user_id'])
      .where('c.id', '=', anyOf(connectionIds))
      .where('c.health', '<>', literal('healthy'))
      .where('c.disconnected_at', 'is', null)
      .orderBy('c.id')
      .orderBy('m.user_id'),
  );
  return rows.map(({ id, account_id: accountId, workspace_id: workspaceId, user_id: userId, platform, handle, health }) => ({
    ...{ accountId, workspaceId, userId, kind: 'connection_degraded', subjectId: id },
    message:
      health === 'revoked'
        ? say`${platformNames(tx, [platform])} lets us in as ${handle} no more. What goes there waits until the account is connected again.`
        : say`${platformNames(tx, [platform])} has problems with ${handle}. It is retried; check it if that continues.`,
  }));
}
