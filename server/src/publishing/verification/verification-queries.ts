import type { Context } from '../../context.ts';
import { Verification } from '../verification.entity.ts';

/** The newest verification of each publication that has one, by publication id. One query. */
export async function newestVerificationsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Verification>> {
  const all = await verificationsOf(ctx, publicationIds);
  return new Map([...all].flatMap(([id, verifications]) => verifications.slice(-1).map((newest) => [id, newest] as const)));
}

/** All verifications by publication id, the oldest first: at most one for each time of the schedule. One query. */
export async function verificationsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Verification[]>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(Verification, { publicationId: { $in: [...publicationIds] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ publicationId }) => publicationId);
}
