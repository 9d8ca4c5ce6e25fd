import { useState } from 'react';
import type { CalendarDraftFragment } from '../../gql/graphql.ts';
import { direction } from '../../lib/language.ts';
import { arrowSteps } from './arrow-steps.ts';
import { addDays, type Day, dayOf, isSameMinute, minutesOf, momentOf } from './days.ts';
import { texts } from './texts.ts';
import type { CalendarFrame, Proposal } from './types.ts';

export interface Moving {
  /** Picked up by the keyboard: where it would be dropped now. */
  picked: { draft: CalendarDraftFragment; at: Date } | null;
  /** Dropped or opened: to be confirmed. */
  proposal: Proposal | null;
  /** For screen readers. */
  announcement: string;
  open(draft: CalendarDraftFragment): void;
  drop(draft: CalendarDraftFragment, at: Date): void;
  /** Opens it with another time, to be confirmed. */
  ask(proposal: Proposal): void;
  close(): void;
  /** Returns whether the key was handled. */
  press(key: string, draft: CalendarDraftFragment): boolean;
}

interface Options {
  frame: CalendarFrame;
  days: readonly Day[];
  timeZone: string;
  /** How far an arrow leads, in minutes; up and down, then left and right. */
  steps: { vertical: number; horizontal: number };
  name: (at: Date) => string;
  /** Sets another time, without a question where none is needed. */
  moveAtOnce: (draft: CalendarDraftFragment, at: Date) => void;
}

const MINUTES_A_DAY = 1_440;
const NINE = 540;

/** Moving by keyboard, by drag and by typing. */
export function useMoving(options: Options): Moving {
  const [picked, setPicked] = useState<Moving['picked']>(null);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [announcement, announce] = useState('');
  const pick = (draft: CalendarDraftFragment): void => {
    const at = startOf(draft, options);
    setPicked({ draft, at });
    announce(texts.pickedUp({ title: draft.title, when: options.name(at) }));
  };
  // Dropped at its own time, it is not moved: no request, no new approval.
  const drop = (draft: CalendarDraftFragment, at: Date): void => {
    if (isSameMinute(draft.scheduledAt, at)) announce(texts.cancelled);
    else options.moveAtOnce(draft, at);
  };
  const step = (minutes: number): void => {
    if (!picked) return;
    const at = moved(picked.at, minutes, options);
    if (at) setPicked({ ...picked, at });
    announce(at ? describe(at, options) : texts.edge);
  };
  const steps = arrowSteps(options.steps, direction);
  const press = (key: string, draft: CalendarDraftFragment): boolean => {
    const minutes = steps[key];
    if (!picked) {
      if (key === ' ' && draft.viewerCan.change) pick(draft);
      return key === ' ';
    }
    if (minutes !== undefined) step(minutes);
    else if (key === ' ' || key === 'Enter') drop(picked.draft, picked.at);
    else if (key === 'Escape') announce(texts.cancelled);
    if (minutes === undefined && ['Escape', ' ', 'Enter'].includes(key)) setPicked(null);
    return minutes !== undefined || ['Escape', ' ', 'Enter'].includes(key);
  };
  return {
    picked,
    proposal,
    announcement,
    press,
    open: (draft) => setProposal({ draft, at: draft.scheduledAt ? new Date(draft.scheduledAt) : null }),
    drop,
    ask: setProposal,
    close: () => setProposal(null),
  };
}

/** Where it is, or, without a time, the next free slot, or tomorrow at nine. */
function startOf({ scheduledAt }: CalendarDraftFragment, { frame, timeZone }: Options): Date {
  if (scheduledAt) return new Date(scheduledAt);
  if (frame.nextFreeSlot) return new Date(frame.nextFreeSlot);
  return momentOf(addDays(dayOf(new Date(), timeZone), 1), NINE, timeZone);
}

/** In local time, so one day later is the same time of the next day; null outside of the displayed period. */
function moved(at: Date, minutes: number, { days, timeZone }: Options): Date | null {
  const total = minutesOf(at, timeZone) + minutes;
  const day = addDays(dayOf(at, timeZone), Math.floor(total / MINUTES_A_DAY));
  if (!days.includes(day)) return null;
  return momentOf(day, ((total % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY, timeZone);
}

function describe(at: Date, { frame, name }: Options): string {
  const time = at.toISOString();
  const isQuiet = frame.quietPeriods.some(({ start, end }) => new Date(start) <= at && at < new Date(end));
  const isSlot = frame.slots.some((slot) => new Date(slot.at).toISOString() === time);
  return [name(at), ...(isQuiet ? [texts.inQuiet] : []), ...(isSlot ? [texts.onSlot] : [])].join('. ');
}
