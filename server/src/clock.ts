/** Durations in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The source of the current time, so tests can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Repeated {
  /** Stops repeating; waits for the current run. */
  stop(): Promise<void>;
}

/** Runs `work` now and at intervals, never twice at once; an error is reported and the next run tries again. */
export function every(intervalMs: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeated {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work()
      .then(() => {}, report)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, intervalMs);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
