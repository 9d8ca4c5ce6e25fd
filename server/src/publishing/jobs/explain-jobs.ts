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

/** The job's cost to the account: the balance before and after it. */
export interface Cost {
  unit: CreditUnit;
  quantity: number;
  /** One for each post without a reservation. */
  posts: PostCost[];
  available: number;
  after: number;
  /** The workspace's monthly budget; null if there is none. */
  budget: Budget | null;
}

export interface JobExplanation {
  readonly readiness: Readiness;
  findings: readonly SafetyFinding[];
  cost: Cost;
}

/** Explains whether each job will be published and why not, by job id. A constant number of queries; no platform calls. */
export async function explainJobs(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, JobExplanation>> {
  const snapshots = await loadGateSnapshots(ctx, jobs);
  return new Map(
    jobs.flatMap((job) => {
      const snapshot = snapshots.get(job.id);
      return snapshot ? [[job.id, explainJob(job, snapshot)] as const] : [];
    }),
  );
}

/** An ended job waits for nothing. Its gates are evaluated only when read. */
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

/** As above, from a snapshot and gates that are evaluated already. */
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
