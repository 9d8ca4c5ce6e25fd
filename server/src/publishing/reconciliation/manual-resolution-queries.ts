import { User } from '../../access/user.entity.ts';
import type { Context } from '../../context.ts';
import { say, type Words } from '../../languages/sentence.ts';
import { ManualResolution } from './manual-resolution.entity.ts';

/** A settlement and the name of the person who made it. */
export interface NamedManualResolution {
  settlement: ManualResolution;
  by: Words;
}

/** How people settled publications, by publication id; only those that were settled. Two queries. */
export async function manualResolutionsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, NamedManualResolution>> {
  const settlements = await ctx.em.find(ManualResolution, { publicationId: { $in: [...new Set(publicationIds)] } });
  if (settlements.length === 0) return new Map();
  const users = await ctx.em.find(User, { id: { $in: settlements.map(({ userId }) => userId) } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return new Map(
    settlements.map((settlement) => [settlement.publicationId, { settlement, by: names.get(settlement.userId) ?? say`Someone` }]),
  );
}
