import type { Logger } from 'pino';

/** After this long without an error an outage counts as over, and the next one is logged again. */
const QUIET_MS = 30_000;

export interface OutageLog {
  report(error: unknown): void;
}

/** Logs once per outage, however often it is retried. */
export function createOutageLog(log: Logger, sentence: string): OutageLog {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    report(error) {
      const now = performance.now();
      if (now - lastAt > QUIET_MS) log.warn({ err: error }, sentence);
      lastAt = now;
    },
  };
}
