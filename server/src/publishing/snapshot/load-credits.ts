import type { Context } from '../../context.ts';
import { balancesOf, publicationsWithHold } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { Publication } from '../publication.entity.ts';
import type { Subject } from './subject.ts';

export interface CreditsSnapshot {
  unit: CreditUnit;
  required: number;
  available: number;
}

/** Approved publications and autopostings are paid for in units of their own. */
export function unitOfMode(mode: 'approval' | 'auto'): CreditUnit {
  return mode === 'auto' ? 'autoposting' : 'publication';
}

/**
 * The credits that each subject needs and what its account has, by subject id. `targets` counts
 * those of a subject without a job. Three queries, however many.
 */
export async function loadCredits(
  ctx: Context,
  subjects: readonly Subject[],
  targets: ReadonlyMap<string, number>,
): Promise<Map<string, CreditsSnapshot>> {
  const jobIds = subjects.flatMap(({ jobId }) => jobId ?? []);
  const pending =
    jobIds.length === 0 ? [] : await ctx.em.find(Publication, { jobId: { $in: jobIds }, state: 'pending' }, { refresh: true });
  const held = await publicationsWithHold(
    ctx,
    pending.map(({ id }) => id),
  );
  const unpaid = Map.groupBy(
    pending.filter(({ id }) => !held.has(id)),
    ({ jobId }) => jobId,
  );
  const balances = await balancesOf(
    ctx,
    subjects.map(({ accountId }) => accountId),
  );
  return new Map(
    subjects.map(({ id, jobId, accountId, mode }) => {
      const unit = unitOfMode(mode);
      const available = (balances.get(accountId) ?? [])
        .filter((balance) => balance.unit === unit)
        .reduce((sum, balance) => sum + balance.available, 0);
      return [id, { unit, required: jobId === null ? (targets.get(id) ?? 0) : (unpaid.get(jobId)?.length ?? 0), available }];
    }),
  );
}
