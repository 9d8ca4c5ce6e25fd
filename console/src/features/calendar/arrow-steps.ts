import type { direction } from '../../lib/language.ts';

/** The step of each arrow key in minutes: the next day is to the left in right-to-left languages. */
export function arrowSteps(
  { vertical, horizontal }: { vertical: number; horizontal: number },
  runs: typeof direction,
): Readonly<Record<string, number>> {
  const toTheRight = runs === 'rtl' ? -horizontal : horizontal;
  return { ArrowUp: -vertical, ArrowDown: vertical, ArrowLeft: -toTheRight, ArrowRight: toTheRight };
}
