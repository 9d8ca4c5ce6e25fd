import { DomainError } from '../errors.ts';

/**
 * The work budget of one task. A unit is about one character read once: counted rather than timed, so the same text
 * is accepted or refused on every machine. The longest English text for all networks takes a fifth of it, Japanese
 * most of it.
 */
const MOST_WORK = 120_000_000;

/** The remaining budget of the running task; unlimited without one. */
let left = Number.POSITIVE_INFINITY;

/** Starts counting, for the one task that a thread runs at a time. */
export function beginWork(most = MOST_WORK): void {
  left = most;
}

/** Ends counting; returns the rest. */
export function endWork(): number {
  const rest = left;
  left = Number.POSITIVE_INFINITY;
  return rest;
}

/** Called before a pass over a text. Throws `text_too_complex` once the task has used up its budget. */
export function spendWork(units: number): void {
  left -= units;
  if (left < 0) throw tooComplex();
}

export function tooComplex(): DomainError {
  return new DomainError('text_too_complex');
}

const NESTING_WORK = 30;

/**
 * Called before markup is parsed: parsers enter each quote and list of a line one in another, 2,000 of them at most, and go over
 * all earlier quotes for each further one.
 */
export function spendOnMarkup(source: string): void {
  for (const [marks] of source.matchAll(/^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/gm)) {
    const depth = marks.replace(/\s/g, '').length;
    spendWork(NESTING_WORK * depth * depth);
  }
  const isQuoted = source.split('\n').map((line) => /^[ \t]*>/.test(line));
  const quotes = isQuoted.filter((isOne, index) => isOne && !isQuoted[index - 1]).length;
  spendWork(quotes * quotes);
}
