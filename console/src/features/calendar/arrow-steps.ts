import type { direction } from '../../lib/language.ts';

/** How far the arrow keys lead, in minutes: a day on is where the next day stands, which is to the left where writing runs to the left. */
export function arrowSteps(
  { vertical, horizontal }: { vertical: number; horizontal: number },
  runs: typeof direction,
): Readonly<Record<string, number>> {
  const toTheRight = runs === 'rtl' ? -horizontal : horizontal;
  return { ArrowUp: -vertical, ArrowDown: vertical, ArrowLeft: -toTheRight, ArrowRight: toTheRight };
}
