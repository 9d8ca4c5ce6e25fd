import { sql } from 'kysely';
import type { NoticeKind } from '../../access/notice.entity.ts';
import type { StandingEnd } from '../../approvals/standing/standing-approval.entity.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Event } from '../../events/event.entity.ts';
import { joined, type Sentence, say } from '../../languages/sentence.ts';
import { type NamedAccount, postNamed, TARGETS } from '../notice-page.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';

interface DecidedRow {
  id: string;
  account_id: string;
  workspace_id: string;
  state: 'approved' | 'rejected' | 'changes_requested' | 'expired';
  words: string;
  is_edit: boolean;
  accounts: NamedAccount[];
  /** Includes the person who shared it, if a client decided. */
  writers: string[];
  /** The people who were asked to decide. */
  asked: string[];
  deciders: string[];
  decider: string | null;
  comment: string | null;
}

const DECIDED_KINDS: Record<DecidedRow['state'], NoticeKind> = {
  approved: 'approval_approved',
  rejected: 'approval_rejected',
  changes_requested: 'changes_requested',
  expired: 'approval_expired',
};

/** SQL: "Rui Costa (rui@example.org)"; the address alone without a name. */
const CLIENT_WORD = (name: string, email: string) => `coalesce(nullif(${name}, '') || ' (' || ${email} || ')', ${email})`;

/** Notifies the authors of the outcome; if an approval expired, also the people who were asked. */
export async function composeDecidedNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  if (approvalIds.length === 0) return [];
  const rows = await tx.em.execute<DecidedRow[]>(
    `select a.id, a.account_id, a.workspace_id, a.state, a.words, d.edits_publication_id is not null as is_edit, ${TARGETS} as accounts, coalesce(u.name, ${CLIENT_WORD('last.client_name', 'last.client_email')}) as decider, last.comment,
        array(select w.user_id from draft_authors w join memberships m on m.user_id = w.user_id and m.account_id = a.account_id
               where w.draft_id = a.draft_id and w.user_id is not null
              union select l.created_by_user_id from client_links l join memberships m on m.user_id = l.created_by_user_id and m.account_id = a.account_id
               where l.id = last.client_link_id) as writers,
        array(select distinct n.user_id from notices n where n.subject_id = a.id) as asked,
        array(select d.user_id from approval_decisions d where d.approval_id = a.id) as deciders
       from approvals a join drafts d on d.id = a.draft_id
       left join lateral (select d.user_id, d.client_email, d.client_name, d.client_link_id, d.comment from approval_decisions d where d.approval_id = a.id order by d.id desc limit 1) last on true
       left join users u on u.id = last.user_id
      where a.id in (?) and a.state in ('approved', 'rejected', 'changes_requested', 'expired') order by a.id`,
    [[...approvalIds]],
  );
  return rows.flatMap((row) => {
    const hear = row.state === 'expired' ? [...row.writers, ...row.asked] : row.writers.filter((id) => !row.deciders.includes(id));
    const about = { accountId: row.account_id, workspaceId: row.workspace_id, kind: DECIDED_KINDS[row.state], subjectId: row.id };
    return [...new Set(hear)].map((userId): NewNotice => ({ ...about, userId, message: decisionMessage(tx, row) }));
  });
}

interface ReopenedRow extends Pick<DecidedRow, 'id' | 'account_id' | 'workspace_id' | 'words' | 'is_edit' | 'accounts'> {
  user_id: string;
  withdrawer: string | null;
}

/** Notifies those who were notified of a decision that it was withdrawn, if that left the post without one. */
export async function composeReopenedNotices(tx: Context, events: readonly Event[]): Promise<NewNotice[]> {
  if (events.length === 0) return [];
  const withdrawn = new Map(events.map(({ subjectId, actorId }) => [subjectId, { id: subjectId, actor: actorId }]));
  const rows = await tx.em.execute<ReopenedRow[]>(
    `select a.id, a.account_id, a.workspace_id, a.words, d.edits_publication_id is not null as is_edit, ${TARGETS} as accounts, n.user_id,
        coalesce(u.name, l.email) as withdrawer
       from json_to_recordset(?::json) as w(id text, actor text) join approvals a on a.id = w.id join drafts d on d.id = a.draft_id
       join lateral (select distinct on (n.user_id) n.user_id, n.kind from notices n where n.subject_id = a.id and n.kind in (?)
         order by n.user_id, n.id desc) n on n.kind <> 'approval_reopened'
       left join users u on u.id = w.actor left join client_links l on l.id = w.actor
      where a.state = 'pending' order by a.id, n.user_id`,
    [JSON.stringify([...withdrawn.values()]), [...Object.values(DECIDED_KINDS), 'approval_reopened']],
  );
  return rows.map(
    ({ id, account_id: accountId, workspace_id: workspaceId, user_id: userId, words, is_edit: isEdit, accounts, withdrawer }) => {
      const what = postNamed(tx, { words, accounts, isEdit });
      const message = say`${withdrawer ?? say`Someone`} withdrew the decision on ${what}. It needs a new one.`;
      return { accountId, workspaceId, userId, subjectId: id, kind: 'approval_reopened', message };
    },
  );
}

function decisionMessage(tx: Context, { state, words, is_edit: isEdit, accounts, decider, comment }: DecidedRow): Sentence {
  const what = postNamed(tx, { words, accounts, isEdit });
  const who = decider ?? say`Someone`;
  const withComment = (sentence: Sentence) => (comment ? joined([sentence, say`“${comment}”`]) : sentence);
  if (state === 'approved') return withComment(say`${who} approved ${what}.`);
  if (state === 'rejected') return withComment(say`${who} rejected ${what}.`);
  if (state === 'changes_requested') return withComment(say`${who} asks for changes to ${what}.`);
  return say`The approval request for ${what} expired. Submit it again if it should still be published.`;
}

const MOST = 20;

const WHY: Record<StandingEnd, Sentence> = {
  revoked: say`It was revoked.`,
  refused: say`One of its posts was rejected or cancelled.`,
  time: say`Its time was over.`,
  signer_left: say`The person who signed it is no longer an approver there.`,
  access_ended: say`The agent no longer has access.`,
  recombines: say`Its template allowed combinations of words that no signed post had; a stricter one is proposed.`,
};

/** Notifies the signer of a standing approval that it has ended, unless they ended it themselves. */
export async function composeEndedStandingNotices(tx: Context, events: readonly Event[]): Promise<NewNotice[]> {
  if (events.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('standing_approvals as s')
      .innerJoin('agents as g', 'g.id', 's.agent_id')
      .innerJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 's.signed_by').onRef('m.account_id', '=', 's.account_id'))
      .select(['s.id', 's.account_id', 's.workspace_id', 'm.user_id', 'g.name as agent', 's.end_reason'])
      .where('s.id', '=', anyOf(events.map(({ subjectId }) => subjectId)))
      .$narrowType<{ end_reason: StandingEnd }>(),
  );
  return events.flatMap(({ subjectId, actorId }): NewNotice[] => {
    const row = rows.find(({ id }) => id === subjectId);
    if (!row || row.user_id === actorId) return [];
    const message = say`Your standing approval for posts of ${row.agent} has ended. ${WHY[row.end_reason]} They need your approval again.`;
    return [{ accountId: row.account_id, workspaceId: row.workspace_id, userId: row.user_id, kind: 'standing_ended', subjectId, message }];
  });
}

/** SQL: the people who may sign the proposal; none while its workspace is archived. */
const SIGNERS = (proposal: string) => `select m.user_id from memberships m join workspaces w on w.id = ${proposal}.workspace_id
  join users u on u.id = m.user_id and u.email_confirmed_at is not null
  where m.account_id = ${proposal}.account_id and w.archived_at is null and (m.role = 'owner' or m.role = 'approver' and w.deciders <> 'owners')`;

/**
 * Scheduled task: notifies possible signers once of a proposed standing approval. Returns how many notices
 * were created.
 */
export async function notifyOfProposedStanding(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const unnoticed = 'not exists (select from notices n where n.subject_id = p.id)';
    const locked = await query(
      tx.em,
      tables
        .selectFrom('standing_approvals as p')
        .select('p.id')
        .where('p.state', '=', literal('proposed'))
        .where(sql.raw<boolean>(`exists (${SIGNERS('p')}) and ${unnoticed}`))
        .orderBy('p.id')
        .limit(MOST)
        .forUpdate()
        .skipLocked(),
    );
    if (locked.length === 0) return 0;
    // Another worker may have added its notices after the statement above began, and released the lock before it was taken here.
    const rows = await tx.em.execute<
      { id: string; account_id: string; workspace_id: string; user_id: string; agent: string; decided: number; signed: number }[]
    >(
      `select p.id, p.account_id, p.workspace_id, m.user_id, g.name as agent, p.decided, p.signed
        from standing_approvals p join agents g on g.id = p.agent_id cross join lateral (${SIGNERS('p')}) m
        where p.id in (?) and ${unnoticed}`,
      [locked.map(({ id }) => id)],
    );
    const newNotices = rows.map(
      ({ id, account_id: accountId, workspace_id: workspaceId, user_id: userId, agent, decided, signed }): NewNotice => ({
        ...{ accountId, workspaceId, userId, kind: 'standing_proposed', subjectId: id },
        message: say`${signed} of ${decided} posts of one kind by ${agent} were approved without changes. You can have such posts published automatically, within limits.`,
      }),
    );
    await keepNotices(tx, newNotices);
    return newNotices.length;
  });
}
