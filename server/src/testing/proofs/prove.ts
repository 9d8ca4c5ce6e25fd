import { it } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a proof has counted, a sentence a line. */
    figures?: string[];
  }
}

/** Brings a full count down to the part that `npm run proof -- --scale` asks for, and never below `least`. */
export type Count = (full: number, least?: number) => number;

const count: Count = (full, least = 1) => Math.max(least, Math.round(full * Number(process.env.PROOF_SCALE ?? 1)));

/**
 * Proves a promise in a `*.proof.ts` file, for `npm run proof`. `work` expects what must hold and
 * answers with its figures: each a sentence that says what was counted, printed under the promise. Where the machine lacks what
 * it takes, `lacking` says what, and that it was skipped is printed in their place.
 */
export function prove(id: string, promise: string, work: (count: Count) => Promise<string | string[]>, lacking?: string): void {
  it(`${id}: ${promise}`, async ({ task, skip }) => {
    if (lacking) skip(lacking);
    task.meta.figures = [await work(count)].flat();
  });
}
