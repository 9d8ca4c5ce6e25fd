import { every } from '../clock.ts';
import type { Services } from '../context.ts';
import type { FaultLog } from '../db/database-faults.ts';
import { expireLeases } from '../publishing/sending/expire-leases.ts';
import { newSweepRound, sweep } from '../publishing/sweep.ts';

/** A scheduled task, for instance deleting old rows. Safe in many processes at once. */
export type MaintenanceJob = (services: Services) => Promise<unknown>;

/** Often enough that a dead worker's publications continue within 20 s (with the lease of 12 s). */
const LEASES_MS = 4_000;
const SWEEP_MS = 60_000;
/** Without a run for this long, the worker counts as not running. */
const SILENT_MS = 60_000;

export interface Sweeping {
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * Runs the reconciler now and at intervals. Each task runs once at a time; an error is logged and the task retried on
 * the next run.
 */
export function startSweeping(services: Services, maintenanceJobs: readonly MaintenanceJob[], faults: FaultLog): Sweeping {
  const report = (error: unknown): void => faults.report(error, 'a sweep failed');
  let lastRoundAt = performance.now();
  const round = newSweepRound();
  const timers = [
    every(
      LEASES_MS,
      async () => {
        await expireLeases(services);
        lastRoundAt = performance.now();
      },
      report,
    ),
    every(SWEEP_MS, async () => services.log.debug(await sweep(services, round), 'swept'), report),
    // Each on its own: many call networks, and one that hangs or fails delays no other.
    ...maintenanceJobs.map((job) => every(SWEEP_MS, () => job(services), report)),
  ];
  return {
    isRunning: () => performance.now() - lastRoundAt < SILENT_MS,
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}
