import type { FieldError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { minutesOf, type PostingSlot, type QuietWindow, quietMinutes, type Weekday } from './week.ts';

const MAX_WINDOWS = 20;
const MAX_SLOTS = 100;

/** The faults of quiet hours as entered, each with its pointer. */
export function quietHoursFaults(windows: readonly QuietWindow[], pointer: string): FieldError[] {
  if (windows.length > MAX_WINDOWS) return [{ pointer, message: say`must not have more than ${MAX_WINDOWS} windows.` }];
  const faults = windows.flatMap(({ weekdays, from, to }, index) => [
    ...weekdayFaults(weekdays, `${pointer}/${index}/weekdays`),
    ...timeFaults(from, `${pointer}/${index}/from`),
    ...timeFaults(to, `${pointer}/${index}/to`),
  ]);
  if (faults.length > 0 || windows.length === 0 || quietMinutes(windows).includes(false)) return faults;
  return [{ pointer, message: say`must leave some time of the week in which posts can be published.` }];
}

/** As above for posting slots. */
export function postingSlotFaults(slots: readonly PostingSlot[], pointer: string): FieldError[] {
  if (slots.length > MAX_SLOTS) return [{ pointer, message: say`must not have more than ${MAX_SLOTS} slots.` }];
  return slots.flatMap(({ weekdays, at }, index) => [
    ...weekdayFaults(weekdays, `${pointer}/${index}/weekdays`),
    ...timeFaults(at, `${pointer}/${index}/at`),
  ]);
}

/** As numbers between 1 and 7, each once and in order. */
export function inOrder(weekdays: readonly Weekday[]): Weekday[] {
  return [...new Set(weekdays)].sort((a, b) => a - b);
}

function weekdayFaults(weekdays: readonly number[], pointer: string): FieldError[] {
  const isRight = weekdays.length > 0 && weekdays.every((weekday) => Number.isInteger(weekday) && weekday >= 1 && weekday <= 7);
  return isRight ? [] : [{ pointer, message: say`must name at least one day, as 1 (Monday) to 7 (Sunday).` }];
}

function timeFaults(time: string, pointer: string): FieldError[] {
  return minutesOf(time) === null ? [{ pointer, message: say`must be a time of day such as 09:30.` }] : [];
}
