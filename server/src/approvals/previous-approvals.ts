import type { Context } from '../context.ts';
import { Approval } from './approval.entity.ts';

/**
 * For each approval the previous decided one of the same draft: what changed since is what people have not seen. Only
 * where there is one. Two queries.
 */
export async function previousDecidedOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, Approval>> {
  if (approvalIds.length === 0) return new Map();
  const pairs = await ctx.em.execute<{ id: string; previous_id: string }[]>(
    `select distinct on (a.id) a.id, p.id as previous_id
       from approvals a join approvals p on p.draft_id = a.draft_id and p.id < a.id
      where a.id in (?) and exists (select from approval_decisions d where d.approval_id = p.id and d.standing_id is null)
      order by a.id, p.id desc`,
    [[...new Set(approvalIds)]],
  );
  const found = pairs.length > 0 ? await ctx.em.find(Approval, { id: { $in: pairs.map((pair) => pair.previous_id) } }) : [];
  const byId = new Map(found.map((approval) => [approval.id, approval]));
  return new Map(
    pairs.flatMap(({ id, previous_id: previousId }) => {
      const previous = byId.get(previousId);
      return previous ? [[id, previous] as const] : [];
    }),
  );
}
