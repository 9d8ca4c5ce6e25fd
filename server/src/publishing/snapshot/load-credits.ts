import type { Budget } from '../../credits/budgets/budget-queries.ts';
import type { Balance } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { idsOf, type Part } from '../../db/read-together.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject } from './subject.ts';

/** Approved publications and autopostings are paid for in units of their own. */
export function unitOfMode(mode: 'approval' | 'auto'): CreditUnit {
  return mode === 'auto' ? 'autoposting' : 'publication';
}

interface UnpaidRow {
  job_id: string;
  unpaid: number;
}

/** Publications on their way that have set no credit aside yet. */
export function unpaidPart(subjects: readonly Subject[]): Part<UnpaidRow> | null {
  const jobIds = subjects.flatMap(({ jobId }) => jobId ?? []);
  if (jobIds.length === 0) return null;
  return {
    sql: `select p.job_id, count(*)::int as unpaid from publications p
      where p.job_id = any(?::text[]) and p.state = 'pending'
        and not exists (select from credit_holds h where h.publication_id = p.id and h.state = 'held')
      group by p.job_id`,
    parameters: [idsOf(jobIds)],
  };
}

/**
 * The credits that each subject needs and what its account has, by subject id. `targets` counts
 * those of a subject without a job.
 */
export function creditsFrom(
  subjects: readonly Subject[],
  sources: {
    unpaid: readonly UnpaidRow[];
    balances: ReadonlyMap<string, readonly Balance[]>;
    budgets: ReadonlyMap<string, Budget>;
    targets: ReadonlyMap<string, number>;
  },
): Map<string, GateSnapshot['credits']> {
  const unpaid = new Map(sources.unpaid.map((row) => [row.job_id, row.unpaid]));
  return new Map(
    subjects.map(({ id, jobId, accountId, workspaceId, mode }) => {
      const unit = unitOfMode(mode);
      const available = (sources.balances.get(accountId) ?? [])
        .filter((balance) => balance.unit === unit)
        .reduce((sum, balance) => sum + balance.available, 0);
      const required = jobId === null ? (sources.targets.get(id) ?? 0) : (unpaid.get(jobId) ?? 0);
      return [id, { unit, required, available, budget: sources.budgets.get(workspaceId) ?? null }];
    }),
  );
}
