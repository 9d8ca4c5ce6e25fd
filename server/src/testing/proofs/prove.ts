import { it } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The figures of a soak test, one sentence per line. */
    figures?: string[];
  }
}

/** Scales a full count by `npm run proof -- --scale`, but never below `least`. */
export type Count = (full: number, least?: number) => number;

const count: Count = (full, least = 1) => Math.max(least, Math.round(full * Number(process.env.PROOF_SCALE ?? 1)));

/**
 * Proves a promise in a `*.proof.ts` file, for `npm run proof`. `work` asserts it and returns its figures: sentences
 * printed under the promise. If the machine lacks a requirement, `lacking` names it, and the skip is printed instead.
 */
export function prove(id: string, promise: string, work: (count: Count) => Promise<string | string[]>, lacking?: string): void {
  it(`${id}: ${promise}`, async ({ task, skip }) => {
    if (lacking) skip(lacking);
    task.meta.figures = [await work(count)].flat();
  });
}
