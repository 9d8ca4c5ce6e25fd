import type { Context } from '../../context.ts';

/** How long is waited for more of the same. */
export const GATHER_MS = 60_000;
const REST_MS = 600_000;

/**
 * Notes that clients who asked for changes are to look again, now that people are asked about the draft anew: once for each wish,
 * a minute later, and ten minutes after the link's last such mail at the soonest, with all that has gathered.
 */
export async function recallClients(tx: Context, approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  const now = tx.clock.now().getTime();
  await tx.em.execute(
    `insert into client_recalls (link_id, approval_id, state, due_at)
     select distinct d.client_link_id, p.id, 'waiting', greatest(?::timestamptz, (
         select max(r.ended_at) + ? * interval '1 millisecond' from client_recalls r where r.link_id = d.client_link_id and r.state = 'sent'))
       from approvals a join approvals p on p.draft_id = a.draft_id and p.id < a.id
       join approval_decisions d on d.approval_id = p.id and d.client_link_id is not null and d.decision = 'changes_requested'
      where a.id in (?) on conflict do nothing`,
    [new Date(now + GATHER_MS), REST_MS, [...approvalIds]],
    'run',
  );
}
