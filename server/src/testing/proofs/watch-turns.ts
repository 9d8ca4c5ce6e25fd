/**
 * Watches this thread from now on; what it answers with says how many milliseconds it was busy between two turns of the event loop at
 * the longest. By its own time: a machine under load counts the same, since what others take of it is not counted.
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
