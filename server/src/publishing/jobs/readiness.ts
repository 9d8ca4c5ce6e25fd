import type { Gate } from '../gates/gate.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { dueAt, restVerdict } from '../gates/schedule-gate.ts';
import { type TargetReadiness, targetsOf } from '../gates/target-faults.ts';
import type { PublishJob } from '../publish-job.entity.ts';

type Timing = Pick<GateSnapshot, 'now' | 'scheduledAt' | 'timeZone' | 'quietHours'>;

/** When quiet hours would end for this job at its current schedule; null where they do not delay it. */
export function quietEndOf(job: Pick<PublishJob, 'scheduledAt'>, snapshot: Timing): Date | null {
  const due = dueAt(snapshot);
  return due > snapshot.now && due.getTime() !== job.scheduledAt?.getTime() ? due : null;
}

/** Whether the job's time has changed because the quiet hours were changed. */
export function isRetimed(job: Pick<PublishJob, 'scheduledAt' | 'quietUntil'>, snapshot: Timing): boolean {
  return quietEndOf(job, snapshot)?.getTime() !== job.quietUntil?.getTime();
}

export type ReadinessState = 'ready' | 'waiting' | 'blocked' | 'ended';

export interface Readiness {
  state: ReadinessState;
  gates: Gate[];
  /** Each target's own readiness: a held one does not hold up the others. */
  targets: TargetReadiness[];
}

/** Any block blocks; otherwise, any wait waits. */
export function readinessFrom(snapshot: Pick<GateSnapshot, 'targets' | 'timeZone'>, gates: Gate[]): Readiness {
  const has = (status: Gate['status']) => gates.some((gate) => gate.status === status);
  return { state: has('block') ? 'blocked' : has('wait') ? 'waiting' : 'ready', gates, targets: targetReadiness(snapshot) };
}

/** Each target of a draft or job, in the order of its content. */
export function targetReadiness(snapshot: Pick<GateSnapshot, 'targets' | 'timeZone'>): TargetReadiness[] {
  return targetsOf(snapshot, (target) => restVerdict(target, snapshot.timeZone));
}
