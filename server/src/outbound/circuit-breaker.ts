/** Stops calling a service that keeps failing. */
export interface CircuitBreaker {
  /** Whether a call may be made; after a pause, one is let through as a test. */
  isClosed(): boolean;
  /** As above, without using up the test. */
  mayBeClosed(): boolean;
  succeeded(): void;
  /** `pauseMs`: how long the service asks to be left alone. */
  failed(pauseMs?: number): void;
}

const FAILURES = 3;
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Opens after three failures in a row, for a minute or as long as the service asks, at most ten. Per process. */
export function createCircuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    isClosed() {
      if (now() < openUntil) return false;
      // While its test runs, others are not let through.
      if (failures >= FAILURES) openUntil = now() + PAUSE_MS;
      return true;
    },
    mayBeClosed: () => now() >= openUntil,
    succeeded() {
      failures = 0;
      openUntil = 0;
    },
    failed(pauseMs = 0) {
      failures += 1;
      const pause = Math.min(LONGEST_PAUSE_MS, Math.max(pauseMs, failures >= FAILURES ? PAUSE_MS : 0));
      if (pause > 0) openUntil = Math.max(openUntil, now() + pause);
    },
  };
}
