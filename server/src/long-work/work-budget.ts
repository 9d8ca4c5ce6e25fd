import { DomainError } from '../errors.ts';

/**
 * How much one task may do with its words. A unit is about one character that one pass looks at: counted, not timed, so
 * that the same text is taken or refused on every machine. English of the greatest length for all networks takes a fifth
 * of it, Japanese most of it.
 */
export const MOST_WORK = 120_000_000;

/** What is left of the task that runs; nothing is counted where none was begun. */
let left = Number.POSITIVE_INFINITY;

/** Begins to count, for the one task that a thread works on at a time. */
export function beginWork(most = MOST_WORK): void {
  left = most;
}

/** Ends counting; answers what was left. */
export function endWork(): number {
  const rest = left;
  left = Number.POSITIVE_INFINITY;
  return rest;
}

/** Said before a pass over a text. Throws `text_too_laborious` once the task has used up its budget. */
export function spendWork(units: number): void {
  left -= units;
  if (left < 0) throw new DomainError('text_too_laborious');
}
