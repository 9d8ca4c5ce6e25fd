import { setImmediate as others } from 'node:timers/promises';

/** As long as nobody minds waiting; a fifth of what no turn may take. */
const LONGEST_MS = 10;

/** Said between two parts of a work. */
export type Pause = () => Promise<void>;

/**
 * For work in parts that is short as a rule: whatever `pause()` stands between goes on at once, and in another turn of the event loop
 * where this one has taken long. V8 throws away what it made of a pattern that nobody has asked for a while, and a check has hundreds.
 */
export function createPauses(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_MS) return;
    await others();
    begun = performance.now();
  };
}
