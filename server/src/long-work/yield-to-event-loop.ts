import { setImmediate as others } from 'node:timers/promises';

/** Yield to the event loop after 10 ms; a fifth of the longest permitted turn. */
const LONGEST_MS = 10;

/** Called between two parts of a work. */
export type Pause = () => Promise<void>;

/**
 * For work in parts that are usually short: `pause()` returns at once, or in another turn of the event loop if this
 * one took long. V8 discards patterns compiled a while ago, and a check has hundreds of them.
 */
export function createPauses(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_MS) return;
    await others();
    begun = performance.now();
  };
}
