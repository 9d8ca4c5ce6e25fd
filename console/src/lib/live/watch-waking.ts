const LOOK_MS = 5_000;
/** A clock that has jumped this far: nothing was running in between. */
const SLEPT_MS = 15_000;

/**
 * Calls `woken` when the machine has slept or is back on its network, until the returned function is called: earlier
 * connections are dead, though not reported yet.
 */
export function watchWaking(woken: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) woken();
    last = now;
  }, LOOK_MS);
  window.addEventListener('online', woken);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', woken);
  };
}
