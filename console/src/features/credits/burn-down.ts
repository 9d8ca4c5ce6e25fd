import type { BurnDownViewFragment } from '../../gql/graphql.ts';
import { daysFrom } from './stack-use.ts';

/** How many credits there are from a day on: left until today, and after it those that nothing is promised of. */
export interface Level {
  day: string;
  left: number;
}

export interface Course {
  /** One for each day to today. */
  past: Level[];
  /** One for each day from today on, once its posts are out; a promise that nothing is left for takes nothing. */
  ahead: Level[];
  /** The highest of all. */
  most: number;
  /** The credits needed on the future days, and the missing ones. */
  promised: number;
  missing: number;
}

/** The data of chart and table; null without a step, which would repeat the number. */
export function courseOf({ left, until, promises }: Pick<BurnDownViewFragment, 'left' | 'until' | 'promises'>): Course | null {
  const today = left.at(-1);
  if (!today) return null;
  const isFlat = left.every((level) => level.left === today.left);
  if (isFlat && promises.length === 0) return null;
  const promised = promises.reduce((sum, { credits }) => sum + credits, 0);
  const promisedTo = (day: string): number => promises.reduce((sum, promise) => (promise.day <= day ? sum + promise.credits : sum), 0);
  const ahead = daysFrom(today.day, until).map((day) => ({ day, left: Math.max(0, today.left - promisedTo(day)) }));
  return {
    past: left,
    ahead,
    most: Math.max(...left.map((level) => level.left)),
    promised,
    missing: Math.max(0, promised - today.left),
  };
}

/** The days on which the balance changed, and today. */
export function stepsOf({ past, ahead }: Course): (Level & { isAhead: boolean })[] {
  const known = past.filter(({ left }, index) => left !== past[index - 1]?.left || index === past.length - 1);
  const now = past.at(-1)?.left;
  const promised = ahead.filter(({ left }, index) => left !== (ahead[index - 1]?.left ?? now));
  return [...known.map((level) => ({ ...level, isAhead: false })), ...promised.map((level) => ({ ...level, isAhead: true }))];
}
