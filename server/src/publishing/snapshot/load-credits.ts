import type { Budget } from '../../credits/budgets/budget-queries.ts';
import type { Balance } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { creditsOn, type Surcharges } from '../../credits/surcharges/surcharge-queries.ts';
import { NO_IDS, type Part } from '../../db/read-together.ts';
import type { GateSnapshot, PostCredits, TargetSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject, SubjectIds } from './subject.ts';

/** Approved publications and autopostings are paid for in units of their own. */
export function unitOfMode(mode: 'approval' | 'auto'): CreditUnit {
  return mode === 'auto' ? 'autoposting' : 'publication';
}

interface UnpaidRow extends PostCredits {
  job_id: string;
}

/** Publications on their way that have set no credits aside yet, and what each takes. */
export function unpaidPart({ jobs }: SubjectIds): Part<UnpaidRow> | null {
  if (jobs === NO_IDS) return null;
  return {
    sql: `select p.job_id, p.platform, p.connection_id as "connectionId", p.credits from publications p
      where p.job_id = any(?::text[]) and p.state = 'pending'
        and not exists (select from credit_holds h where h.publication_id = p.id and h.state = 'held')`,
    parameters: [jobs],
  };
}

/** What they take together. */
export function creditsOf(posts: readonly Pick<PostCredits, 'credits'>[]): number {
  return posts.reduce((sum, { credits }) => sum + credits, 0);
}

/**
 * The credits that each subject needs and what its account has, by subject id. A subject without a job is one that is asked for now:
 * it needs what its targets take today.
 */
export function creditsFrom(
  subjects: readonly Subject[],
  sources: {
    unpaid: readonly UnpaidRow[];
    balances: ReadonlyMap<string, readonly Balance[]>;
    budgets: ReadonlyMap<string, Budget>;
    surcharges: Surcharges;
    targets: ReadonlyMap<string, readonly Pick<TargetSnapshot, 'platform' | 'connection' | 'hasLink'>[]>;
  },
): Map<string, GateSnapshot['credits']> {
  const unpaid = Map.groupBy(sources.unpaid, (row) => row.job_id);
  const asOfNow = (id: string): PostCredits[] =>
    (sources.targets.get(id) ?? []).map(({ platform, connection, hasLink }) => ({
      platform,
      connectionId: connection?.id ?? null,
      credits: creditsOn({ platform, hasLink }, sources.surcharges),
    }));
  return new Map(
    subjects.map(({ id, jobId, accountId, workspaceId, mode }) => {
      const unit = unitOfMode(mode);
      const available = (sources.balances.get(accountId) ?? [])
        .filter((balance) => balance.unit === unit)
        .reduce((sum, balance) => sum + balance.available, 0);
      const posts = jobId === null ? asOfNow(id) : (unpaid.get(jobId) ?? []);
      return [id, { unit, required: creditsOf(posts), posts, available, budget: sources.budgets.get(workspaceId) ?? null }];
    }),
  );
}
