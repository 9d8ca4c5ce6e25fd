import type { StandingEnd } from '../../approvals/standing/standing-approval.entity.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Event } from '../../events/event.entity.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';

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

/**
 * Scheduled task: notifies possible signers once of a proposed standing approval. Returns how many notices
 * were created.
 */
export async function notifyOfProposedStanding(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const rows = await tx.em.execute<
      { id: string; account_id: string; workspace_id: string; user_id: string; agent: string; decided: number; signed: number }[]
    >(
      `select s.id, s.account_id, s.workspace_id, m.user_id, g.name as agent, s.decided, s.signed
        from (select * from standing_approvals p where p.state = 'proposed'
          and not exists (select from notices n where n.subject_id = p.id) order by p.id limit ? for update skip locked) s
        join agents g on g.id = s.agent_id join workspaces w on w.id = s.workspace_id
        join memberships m on m.account_id = s.account_id and (m.role = 'owner' or m.role = 'approver' and w.deciders <> 'owners')`,
      [MOST],
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
