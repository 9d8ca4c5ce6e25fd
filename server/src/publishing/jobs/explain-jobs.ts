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
import { type Readiness, readinessFrom, targetReadiness } from './readiness.ts';

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
  readonly readiness: Readiness;
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

/** A job that has ended waits for nothing any more. Its gates are looked at when they are asked for. */
export function explainJob({ state }: PublishJob, snapshot: GateSnapshot): JobExplanation {
  let readiness: Readiness | undefined;
  return {
    ...takenBy(snapshot),
    get readiness() {
      readiness ??= readinessOf(state, snapshot);
      return readiness;
    },
  };
}

function readinessOf(state: PublishJob['state'], snapshot: GateSnapshot): Readiness {
  if (LIVE_STATES.some((live) => live === state)) return readinessFrom(snapshot, evaluateGates(snapshot));
  const gates = gatesOfEnded(snapshot, state === 'published' || state === 'partially_published');
  return { state: 'ended', gates, targets: targetReadiness(snapshot) };
}

/** The same of a snapshot that was taken, and whose gates were looked at, already. */
export function explainSnapshot(snapshot: GateSnapshot, gates: Gate[]): JobExplanation {
  return { ...takenBy(snapshot), readiness: readinessFrom(snapshot, gates) };
}

function takenBy(snapshot: GateSnapshot): Pick<JobExplanation, 'findings' | 'cost'> {
  const { unit, required, available, budget } = snapshot.credits;
  return {
    findings: snapshot.findings,
    cost: { unit, quantity: required, posts: postCosts(snapshot), available, after: available - required, budget },
  };
}
