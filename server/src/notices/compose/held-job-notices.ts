import { sql } from 'kysely';
import { Notice } from '../../access/notices/notice.entity.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import { wordsOf } from '../../languages/kept-sentence.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { evaluateGates, type Gate, type GateName } from '../../publishing/gates.ts';
import { PublishJob } from '../../publishing/publish-job.entity.ts';
import { loadGateSnapshots } from '../../publishing/snapshot/load-gate-snapshot.ts';
import type { NewNotice } from './new-notice.ts';

/** Only people can open these gates. Stops have their own notices; decisions and times open by themselves. */
const FOR_PEOPLE: readonly GateName[] = ['permission', 'connection', 'payload', 'credits'];

const QUIET_MS = 24 * 3_600_000;

/**
 * Notifies owners and approvers that an approved post is held, and why. The same reason is repeated to a person once
 * a day at most: a hundred posts without credits are one notice.
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
      .select(['j.id', sql<string>`left(d.source_text, 2000)`.as('title')])
      .select(
        sql<string[]>`array(
         select m.user_id from memberships m where m.account_id = j.account_id and (m.role = 'owner'
           or exists (select from approval_decisions c where c.approval_id = j.approval_id and c.user_id = m.user_id))
         order by m.user_id)`.as('people'),
      )
      .where(({ eb, or }) => or([eb('j.approval_id', '=', anyOf(approvalIds)), eb('j.id', '=', anyOf(jobIds))]))
      .where('j.state', '=', literal('blocked'))
      .where(({ eb, or }) => or([eb('j.approval_id', 'is', null), eb('a.state', '=', literal('approved'))]))
      .orderBy('j.id'),
  );
  if (rows.length === 0) return [];
  const jobs = await tx.em.find(PublishJob, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
  const snapshots = await loadGateSnapshots(tx, jobs);
  const newNotices = rows.flatMap(({ id: subjectId, title, people }) => {
    const job = jobs.find(({ id }) => id === subjectId);
    const snapshot = snapshots.get(subjectId);
    const gate = snapshot && evaluateGates(snapshot).find(isShut);
    if (!job || !gate) return [];
    const { accountId, workspaceId } = job;
    const message = say`“${draftTitle(title)}” is approved and cannot go out yet. ${gate.message} ${gate.remedy}`;
    const about = { accountId, workspaceId, subjectId, kind: 'job_held' as const, message };
    return people.map((userId) => ({ key: `${userId} ${workspaceId} ${gate.remedy}`, newNotice: { ...about, userId } }));
  });
  const notified = await notifiedLately(tx, [...new Set(newNotices.map(({ newNotice }) => newNotice.workspaceId))]);
  return newNotices.flatMap(({ key, newNotice }) => {
    if (notified.has(key)) return [];
    notified.add(key);
    return newNotice;
  });
}

/**
 * The notices to people about a workspace in the last day, as `person workspace remedy`. A notice's message ends with
 * its remedy.
 */
async function notifiedLately(tx: Context, workspaceIds: readonly string[]): Promise<Set<string>> {
  if (workspaceIds.length === 0) return new Set();
  const notices = await tx.em.find(Notice, {
    kind: 'job_held',
    workspaceId: { $in: [...workspaceIds] },
    createdAt: { $gt: new Date(tx.clock.now().getTime() - QUIET_MS) },
  });
  return new Set(notices.map(({ userId, workspaceId, ...kept }) => `${userId} ${workspaceId} ${remedyOf(wordsOf(kept))}`));
}

const remedyOf = (words: LocalizedMessage): string => (typeof words === 'string' ? words : String(words.values.at(-1)));

const isShut = ({ gate, status }: Gate): boolean =>
  FOR_PEOPLE.includes(gate) && (status === 'block' || (status === 'wait' && gate === 'credits'));
