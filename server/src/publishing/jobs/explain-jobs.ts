import type { Context } from '../../context.ts';
import type { Budget } from '../../credits/budgets/budget-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates, type Gate, gatesOfEnded } from '../gates.ts';
import { type PostCost, postCosts } from '../post-costs.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { LIVE_STATES } from '../publish-job-states.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { type Readiness, readinessFrom } from './readiness.ts';

/** What a job takes from the account: `available` now, and what is left `after` it. */
export interface Cost {
  unit: CreditUnit;
  quantity: number;
  /** One for each post that has set none aside yet. */
  posts: PostCost[];
  available: number;
  after: number;
  /** What the workspace may use this month; null where no budget is set. */
  budget: Budget | null;
}

export interface JobExplanation {
  readiness: Readiness;
  findings: readonly SafetyFinding[];
  cost: Cost;
}

/** Why each job does or does not go out, by job id. A constant number of queries, however many jobs; calls no provider. */
export async function explainJobs(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, JobExplanation>> {
  const snapshots = await loadGateSnapshots(ctx, jobs);
  return new Map(
    jobs.flatMap((job) => {
      const snapshot = snapshots.get(job.id);
      return snapshot ? [[job.id, explainJob(job, snapshot)] as const] : [];
    }),
  );
}

/** A job that has ended waits for nothing any more. */
export function explainJob({ state }: PublishJob, snapshot: GateSnapshot): JobExplanation {
  if (LIVE_STATES.some((live) => live === state)) return explainSnapshot(snapshot, evaluateGates(snapshot));
  const gates = gatesOfEnded(snapshot, state === 'published' || state === 'partially_published');
  return { ...explainSnapshot(snapshot, gates), readiness: { state: 'ended', gates } };
}

/** The same of a snapshot that was taken, and whose gates were looked at, already. */
export function explainSnapshot(snapshot: GateSnapshot, gates: Gate[]): JobExplanation {
  const { unit, required, available, budget } = snapshot.credits;
  const posts = postCosts(snapshot);
  const cost = { unit, quantity: required, posts, available, after: available - required, budget };
  return { readiness: readinessFrom(gates), findings: snapshot.findings, cost };
}
