export interface Repeated {
  /** No more from now on; waits for what is under way. */
  stop(): Promise<void>;
}

/** Does `work` now and every so often, never twice at once; a fault is told and it is tried again the next time. */
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
