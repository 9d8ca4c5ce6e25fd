/**
 * Watches this thread; the returned function returns the longest time between two turns of the event loop, in
 * milliseconds of CPU time, independent of the machine's load.
 */
export function watchTurns(): () => number {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
