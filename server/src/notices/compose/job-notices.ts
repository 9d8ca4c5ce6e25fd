import { sql } from 'kysely';
import type { NoticeKind } from '../../access/notice.entity.ts';
import { platformNames } from '../../approvals/quote-posts.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import type { Event } from '../../events/event.entity.ts';
import { LocalTime, type Sentence, say } from '../../languages/sentence.ts';
import { evaluateGates, type Gate, type GateName } from '../../publishing/gates.ts';
import { PublishJob } from '../../publishing/publish-job.entity.ts';
import { loadGateSnapshots } from '../../publishing/snapshot/load-gate-snapshot.ts';
import { ACCOUNT, accountNames, type NamedAccount } from '../notice-page.ts';
import type { NewNotice } from './new-notice.ts';

interface JobRow {
  id: string;
  account_id: string;
  workspace_id: string;
  state: string;
  source_text: string;
  /** It edits a published post. */
  is_edit: boolean;
  published: NamedAccount[];
  failed: NamedAccount[];
  unknown: NamedAccount[];
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

/** Notifies the authors and approvers of what was published, and the owners of failures and of their connections. */
export async function composeOutcomeNotices(
  tx: Context,
  { jobs, degraded, ending }: { jobs: readonly JobEvent[]; degraded: readonly string[]; ending: readonly string[] },
): Promise<NewNotice[]> {
  return [...(await composeJobNotices(tx, jobs)), ...(await composeConnectionNotices(tx, degraded, ending))];
}

async function composeJobNotices(tx: Context, events: readonly JobEvent[]): Promise<NewNotice[]> {
  const jobIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  if (jobIds.length === 0) return [];
  const on = (state: string) =>
    `(select coalesce(json_agg(${ACCOUNT} order by p.id), '[]') from publications p
       where p.job_id = j.id and p.superseded_at is null and p.state = '${state}') as ${state}`;
  const rows = await tx.em.execute<JobRow[]>(
    `select j.id, j.account_id, j.workspace_id, j.state, left(d.source_text, 2000) as source_text,
        d.edits_publication_id is not null as is_edit,
        ${on('published')}, ${on('failed')}, ${on('unknown')},
        ${INVOLVED}, ${OWNERS}
       from publish_jobs j join drafts d on d.id = j.draft_id where j.id in (?) order by j.id`,
    [jobIds],
  );
  const earlier = await saidBefore(
    tx,
    rows.flatMap(({ id, unknown }) => (unknown.length > 0 ? id : [])),
  );
  return rows.flatMap((row) => {
    const composed = outcomeMessage(
      tx,
      row,
      events.filter(({ subjectId }) => subjectId === row.id),
    );
    // If two networks are unknown and their events are read late, the first message named both.
    if (!composed || earlier.has(`${row.id} ${composed.message}`)) return [];
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
function outcomeMessage(tx: Context, row: JobRow, events: readonly JobEvent[]): { kind: NoticeKind; message: Sentence } | null {
  const { state, source_text: text, is_edit: isEdit, published, failed, unknown } = row;
  const title = say`“${draftTitle(text)}”`;
  const names = (accounts: NamedAccount[]) => accountNames(tx, accounts);
  if (unknown.length > 0) {
    if (!events.some(({ type }) => type === 'job.unknown')) return null;
    const message = isEdit
      ? say`It is unknown whether the change to ${title} was made on ${names(unknown)}. It is never sent twice; check there, and record what you find.`
      : say`It is unknown whether ${title} was published on ${names(unknown)}. It is never sent twice; check there, and record what you find.`;
    return { kind: 'outcome_unknown', message };
  }
  if (!events.some(({ type, data }) => type !== 'job.unknown' && data.state === state)) return null;
  if (state === 'published') {
    const on = names(published);
    const message = isEdit ? say`The post on ${on} was changed: ${title}.` : say`${title} was published on ${on}.`;
    return { kind: 'job_published', message };
  }
  if (state === 'failed') {
    const on = names(failed);
    const message = isEdit
      ? say`The edit of the post on ${on} failed; the post is unchanged: ${title}.`
      : say`${title} could not be published on ${on}.`;
    return { kind: 'job_failed', message };
  }
  if (state !== 'partially_published') return null;
  const out = names(published);
  const message =
    failed.length > 0
      ? say`${title} was published on ${out}, but could not be published on ${names(failed)}.`
      : say`${title} was published on ${out}.`;
  return { kind: 'job_partially_published', message };
}

async function composeConnectionNotices(tx: Context, degraded: readonly string[], ending: readonly string[]): Promise<NewNotice[]> {
  if (degraded.length + ending.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('connections as c')
      .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 'c.account_id').on('m.role', '=', literal('owner')))
      .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
      .select(['c.id', 'c.account_id', 'c.workspace_id', 'c.platform', 'c.handle', 'c.health', 'c.ends_at', 'm.user_id', 'w.time_zone'])
      .where('c.id', '=', anyOf([...degraded, ...ending]))
      .where('c.disconnected_at', 'is', null)
      .orderBy('c.id')
      .orderBy('m.user_id'),
  );
  return rows.flatMap(
    ({
      id,
      account_id: accountId,
      workspace_id: workspaceId,
      user_id: userId,
      platform,
      handle,
      health,
      ends_at: endsAt,
      time_zone: timeZone,
    }) => {
      const about = { accountId, workspaceId, userId, subjectId: id };
      const network = platformNames(tx, [platform]);
      if (health !== 'healthy' && degraded.includes(id)) {
        const message =
          health === 'revoked'
            ? say`${network} no longer accepts our access as ${handle}. Posts to it wait until the account is reconnected.`
            : say`${network} has problems with ${handle}. It is retried; check it if that continues.`;
        return { ...about, kind: 'connection_degraded' as const, message };
      }
      if (health === 'revoked' || !endsAt || !ending.includes(id)) return [];
      const message = say`The access to ${handle} on ${network} ends on ${new LocalTime(endsAt, timeZone)}. Connect the account again before then; later posts wait until it is.`;
      return { ...about, kind: 'connection_ending' as const, message };
    },
  );
}

/** Only people can open these gates. Stops have their own notices; decisions and times open on their own. */
const FOR_PEOPLE: readonly GateName[] = ['permission', 'connection', 'payload', 'credits'];

/**
 * Notifies owners, approvers and the signer of its standing approval that an approved post is held, and why. The same reason is repeated to a
 * person at most once a day: a hundred posts without credits are one notice.
 */
export async function composeHeldJobNotices(
  tx: Context,
  { approvalIds, jobIds }: { approvalIds: readonly string[]; jobIds: readonly string[] },
): Promise<NewNotice[]> {
  if (approvalIds.length + jobIds.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('publish_jobs as j')
      .innerJoin('drafts as d', 'd.id', 'j.draft_id')
      .leftJoin('approvals as a', 'a.id', 'j.approval_id')
      .select(['j.id', sql<string>`left(d.source_text, 2000)`.as('title'), sql<boolean>`d.edits_publication_id is not null`.as('is_edit')])
      .select(
        sql<string[]>`array(
         select m.user_id from memberships m where m.account_id = j.account_id and (m.role = 'owner'
           or exists (select from approval_decisions c where c.approval_id = j.approval_id and c.user_id = m.user_id)
           or exists (select from standing_approvals s where s.id = a.standing_id and s.signed_by = m.user_id))
         order by m.user_id)`.as('people'),
      )
      .where('j.id', 'in', ({ selectFrom }) =>
        selectFrom('publish_job_revisions as r')
          .select('r.job_id')
          .where('r.approval_id', '=', anyOf(approvalIds))
          .union(tables.selectNoFrom(sql<string>`unnest(${idsOf(jobIds)}::text[])`.as('job_id'))),
      )
      .where(({ eb, or }) => or([eb('j.approval_id', '=', anyOf(approvalIds)), eb('j.id', '=', anyOf(jobIds))]))
      .where('j.state', '=', literal('blocked'))
      .where(({ eb, or }) => or([eb('j.approval_id', 'is', null), eb('a.state', '=', literal('approved'))]))
      .orderBy('j.id'),
  );
  if (rows.length === 0) return [];
  const jobs = await tx.em.find(PublishJob, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
  const snapshots = await loadGateSnapshots(tx, jobs);
  const newNotices = rows.flatMap(({ id: subjectId, title, is_edit: isEdit, people }) => {
    const job = jobs.find(({ id }) => id === subjectId);
    const snapshot = snapshots.get(subjectId);
    const gate = snapshot && evaluateGates(snapshot).find(isShut);
    if (!job || !gate) return [];
    const { accountId, workspaceId } = job;
    const message = isEdit
      ? say`The edit “${draftTitle(title)}” is approved and cannot be made yet. ${gate.message} ${gate.remedy}`
      : say`“${draftTitle(title)}” is approved and cannot be published yet. ${gate.message} ${gate.remedy}`;
    const about = { accountId, workspaceId, subjectId, kind: 'job_held' as const, message };
    return people.map((userId) => ({ ...about, userId, reason: reasonOf(gate, subjectId) }));
  });
  const notified = await notifiedLately(tx, [...new Set(newNotices.map(({ workspaceId }) => workspaceId))]);
  return newNotices.filter(({ userId, workspaceId, reason }) => {
    const key = `${userId} ${workspaceId} ${reason}`;
    return !notified.has(key) && notified.add(key);
  });
}

/** Opened only by a change of the one post, or on another day. Other gates are opened for every post that they hold. */
const OF_ONE_POST = ['author_gone', 'role_missing', 'daily_job_limit', 'no_target', 'platform_not_publishable', 'connected_later'];

/** The same for all posts that one action releases. Of the permission gate, only the message names the agent. */
function reasonOf({ gate, code, target = '', message }: Gate, jobId: string): string {
  const isOfOne = gate === 'payload' || OF_ONE_POST.includes(code);
  return [code, target, gate === 'permission' ? message : '', isOfOne ? jobId : ''].join(' ');
}

/** The notices to people about a workspace in the last day, as `person workspace reason`. */
async function notifiedLately(tx: Context, workspaceIds: readonly string[]): Promise<Set<string>> {
  if (workspaceIds.length === 0) return new Set();
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notices')
      .distinct()
      .select(['user_id', 'workspace_id', 'reason'])
      .where('kind', '=', literal('job_held'))
      .where('workspace_id', '=', anyOf(workspaceIds))
      .where('created_at', '>', new Date(tx.clock.now().getTime() - DAY_MS)),
  );
  return new Set(rows.map(({ user_id: userId, workspace_id: workspaceId, reason }) => `${userId} ${workspaceId} ${reason}`));
}

const isShut = ({ gate, status }: Gate): boolean =>
  FOR_PEOPLE.includes(gate) && (status === 'block' || (status === 'wait' && gate === 'credits'));
