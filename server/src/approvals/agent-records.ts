import type { Context } from '../context.ts';

/** How long back an agent is judged by. */
export const RECORD_DAYS = 30;

/** What became of what an agent asked people about. */
export interface AgentRecord {
  agentId: string;
  agentName: string;
  asked: number;
  approved: number;
  sentBack: number;
  rejected: number;
}

/** By workspace id, the busiest agent first. What was asked anew for changed content counts once, with its last word; what went by a standing approval nobody judged. */
export async function agentRecordsOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, AgentRecord[]>> {
  if (workspaceIds.length === 0) return new Map();
  const since = new Date(ctx.clock.now().getTime() - RECORD_DAYS * 24 * 3_600_000);
  const rows = await ctx.em.execute<({ workspace_id: string } & AgentRecord)[]>(
    `select p.workspace_id, p.agent_id as "agentId", g.name as "agentName", count(*)::int as asked,
       count(*) filter (where p.state = 'approved')::int as approved,
       count(*) filter (where p.state = 'changes_requested')::int as "sentBack",
       count(*) filter (where p.state = 'rejected')::int as rejected
     from approvals p join agents g on g.id = p.agent_id
     where p.workspace_id in (?) and p.created_at > ? and p.state <> 'superseded' and p.standing_id is null
     group by p.workspace_id, p.agent_id, g.name
     order by asked desc, g.name`,
    [[...new Set(workspaceIds)], since],
  );
  const byWorkspace = Map.groupBy(rows, ({ workspace_id: id }) => id);
  return new Map([...byWorkspace].map(([id, records]) => [id, records.map(({ workspace_id: _, ...record }): AgentRecord => record)]));
}
