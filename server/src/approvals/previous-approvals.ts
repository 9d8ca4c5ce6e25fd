import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { Approval } from './approval.entity.ts';

/**
 * For each approval the previous decided one of the same draft: what changed since is what people have not seen. Only
 * where there is one. Two queries.
 */
export async function previousDecidedOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, Approval>> {
  if (approvalIds.length === 0) return new Map();
  const pairs = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('approvals as p', (join) => join.onRef('p.draft_id', '=', 'a.draft_id').onRef('p.id', '<', 'a.id'))
      .distinctOn('a.id')
      .select(['a.id', 'p.id as previous_id'])
      .where('a.id', '=', anyOf(approvalIds))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('approval_decisions as d').whereRef('d.approval_id', '=', 'p.id').where('d.standing_id', 'is', null)),
      )
      .orderBy('a.id')
      .orderBy('p.id', 'desc'),
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
