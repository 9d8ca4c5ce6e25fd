import { Approval } from '../../approvals/approval.entity.ts';
import { stagesNow } from '../../approvals/stage-votes.ts';
import type { Context } from '../../context.ts';

/** How long further ones are collected. */
export const GATHER_MS = 60_000;
const REST_MS = 600_000;

/**
 * Records which clients to mail again, once each per reason: those who requested changes, when a new approval is
 * requested; and those whose stage has begun. If a mail was not needed the last time, since it was another's stage or
 * a decision existed, it is recorded again. Sent a minute later, at least ten minutes after the link's last such
 * mail, with everything collected until then.
 */
export async function recallClients(
  tx: Context,
  { requested, movedOn }: { requested: readonly string[]; movedOn: readonly string[] },
): Promise<void> {
  await note(
    tx,
    `select distinct d.client_link_id as link_id, p.id as approval_id
       from approvals a join approvals p on p.draft_id = a.draft_id and p.id < a.id
       join approval_decisions d on d.approval_id = p.id and d.client_link_id is not null and d.decision = 'changes_requested'
      where a.id in (?)`,
    requested,
  );
  const asked = await tx.em.find(Approval, { id: { $in: [...requested, ...movedOn] }, state: 'pending' });
  const stages = await stagesNow(tx, asked);
  // Clients whose link was sent for this request are mailed with the link.
  await note(
    tx,
    `select s.link_id, a.id as approval_id from approvals a join client_link_drafts s on s.draft_id = a.draft_id
       join client_links l on l.id = s.link_id
      where a.id in (?) and (l.created_at < a.created_at or exists (
        select from approval_decisions d where d.approval_id = a.id and d.created_at > l.created_at))`,
    asked.filter(({ id }) => stages.get(id)?.who === 'clients').map(({ id }) => id),
  );
}

async function note(tx: Context, select: string, approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  const soonest = new Date(tx.clock.now().getTime() + GATHER_MS);
  await tx.em.execute(
    `insert into client_recalls (link_id, account_id, workspace_id, approval_id, state, due_at)
     select found.link_id, l.account_id, l.workspace_id, found.approval_id, 'waiting', greatest(?::timestamptz, (
         select max(r.ended_at) + ? * interval '1 millisecond' from client_recalls r where r.link_id = found.link_id and r.state = 'sent'))
       from (${select}) found join client_links l on l.id = found.link_id
     on conflict (link_id, approval_id) do update set state = 'waiting', due_at = excluded.due_at, ended_at = null
      where client_recalls.state = 'not_needed'`,
    [soonest, REST_MS, [...approvalIds]],
    'run',
  );
}
