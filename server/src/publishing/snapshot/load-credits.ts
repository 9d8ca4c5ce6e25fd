import type { Context } from '../../context.ts';
import { balancesOf } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
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
 * those of a subject without a job. Two queries, however many.
 */
export async function loadCredits(
  ctx: Context,
  subjects: readonly Subject[],
  targets: ReadonlyMap<string, number>,
): Promise<Map<string, CreditsSnapshot>> {
  const unpaid = await countUnpaid(
    ctx,
    subjects.flatMap(({ jobId }) => jobId ?? []),
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
      return [id, { unit, required: jobId === null ? (targets.get(id) ?? 0) : (unpaid.get(jobId) ?? 0), available }];
    }),
  );
}

/** Publications on their way that have set no credit aside yet, by job id. */
async function countUnpaid(ctx: Context, jobIds: readonly string[]): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const rows = await ctx.em.execute<{ job_id: string; unpaid: number }[]>(
    `select p.job_id, count(*)::int as unpaid from publications p
     where p.job_id in (?) and p.state = 'pending'
       and not exists (select from credit_holds h where h.publication_id = p.id and h.state = 'held')
     group by p.job_id`,
    [[...jobIds]],
  );
  return new Map(rows.map((row) => [row.job_id, row.unpaid]));
}
