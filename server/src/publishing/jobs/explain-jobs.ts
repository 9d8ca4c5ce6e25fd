import type { Context } from '../../context.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates, type Gate } from '../gates.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { type Readiness, readinessFrom } from './readiness.ts';

/** What a job takes from the account: `available` now, and what is left `after` it. */
export interface Cost {
  unit: CreditUnit;
  quantity: number;
  available: number;
  after: number;
}

export interface JobExplanation {
  readiness: Readiness;
  findings: readonly SafetyFinding[];
  cost: Cost;
}

/** Why each job does or does not go out, by job id. A constant number of queries, however many jobs; calls no provider. */
export async function explainJobs(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, JobExplanation>> {
  const snapshots = await loadGateSnapshots(ctx, jobs);
  return new Map([...snapshots].map(([id, snapshot]) => [id, explainSnapshot(snapshot, evaluateGates(snapshot))]));
}

/** The same of a snapshot that was taken, and whose gates were looked at, already. */
export function explainSnapshot({ credits: { unit, required, available }, findings }: GateSnapshot, gates: Gate[]): JobExplanation {
  return { readiness: readinessFrom(gates), findings, cost: { unit, quantity: required, available, after: available - required } };
}
