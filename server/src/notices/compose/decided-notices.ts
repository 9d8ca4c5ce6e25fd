import type { NoticeKind } from '../../access/notices/notice.entity.ts';
import type { Context } from '../../context.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import { joined, type Sentence, say } from '../../languages/sentence.ts';
import { platformNames } from '../notice-page.ts';
import type { NewNotice } from './new-notice.ts';

interface Row {
  id: string;
  account_id: string;
  workspace_id: string;
  state: 'approved' | 'rejected' | 'changes_requested' | 'expired';
  words: string;
  platforms: string[];
  /** Includes the person who shared it, where a client decided. */
  writers: string[];
  /** The people who were asked to decide. */
  asked: string[];
  deciders: string[];
  decider: string | null;
  comment: string | null;
}

const KINDS: Record<Row['state'], NoticeKind> = {
  approved: 'approval_approved',
  rejected: 'approval_rejected',
  changes_requested: 'changes_requested',
  expired: 'approval_expired',
};

/** Notifies the authors of the outcome; if an approval expired, also the people who were asked. */
export async function composeDecidedNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  if (approvalIds.length === 0) return [];
  const rows = await tx.em.execute<Row[]>(
    `select a.id, a.account_id, a.workspace_id, a.state, a.words, a.platforms, coalesce(u.name, last.client_email) as decider, last.comment,
        array(select w.user_id from draft_authors w join memberships m on m.user_id = w.user_id and m.account_id = a.account_id
               where w.draft_id = a.draft_id and w.user_id is not null
              union select l.created_by_user_id from client_links l join memberships m on m.user_id = l.created_by_user_id and m.account_id = a.account_id
               where l.id = last.client_link_id) as writers,
        array(select distinct n.user_id from notices n where n.subject_id = a.id) as asked,
        array(select d.user_id from approval_decisions d where d.approval_id = a.id) as deciders
       from approvals a
       left join lateral (select d.user_id, d.client_email, d.client_link_id, d.comment from approval_decisions d where d.approval_id = a.id order by d.id desc limit 1) last on true
       left join users u on u.id = last.user_id
      where a.id in (?) and a.state in ('approved', 'rejected', 'changes_requested', 'expired') order by a.id`,
    [[...approvalIds]],
  );
  return rows.flatMap((row) => {
    const hear = row.state === 'expired' ? [...row.writers, ...row.asked] : row.writers.filter((id) => !row.deciders.includes(id));
    const about = { accountId: row.account_id, workspaceId: row.workspace_id, kind: KINDS[row.state], subjectId: row.id };
    return [...new Set(hear)].map((userId): NewNotice => ({ ...about, userId, message: sentenceOf(tx, row) }));
  });
}

function sentenceOf(tx: Context, { state, words, platforms, decider, comment }: Row): Sentence {
  const what = say`“${draftTitle(words)}” for ${platformNames(tx, platforms)}`;
  const who = decider ?? say`Someone`;
  const withComment = (sentence: Sentence) => (comment ? joined([sentence, say`“${comment}”`]) : sentence);
  if (state === 'approved') return withComment(say`${who} approved ${what}.`);
  if (state === 'rejected') return withComment(say`${who} rejected ${what}.`);
  if (state === 'changes_requested') return withComment(say`${who} asks for changes to ${what}.`);
  return say`The approval request for ${what} expired. Submit it again if it should still be published.`;
}
