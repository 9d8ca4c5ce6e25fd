import { say } from '../../lib/catalogue.ts';
import { locale } from '../../lib/language.ts';

const UTC = 'UTC';
const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: UTC, ...options }).format(new Date(`${day}T00:00:00Z`));

export const texts = say('calendar', {
  title: 'Calendar',
  view: 'View',
  month: 'Month',
  week: 'Week',
  today: 'Today',
  back: 'Earlier',
  forward: 'Later',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  dayName: (day: string): string => format(day, { weekday: 'long', day: 'numeric', month: 'long' }),
  dayShort: (day: string): string => format(day, { weekday: 'short', day: 'numeric' }),
  periodName: (days: readonly string[]): string =>
    `${format(days[0] ?? '', { day: 'numeric', month: 'short' })} – ${format(days.at(-1) ?? '', { day: 'numeric', month: 'short', year: 'numeric' })}`,
  dayNumber: (day: string, isFirst: boolean): string =>
    format(day, isFirst || day.endsWith('-01') ? { day: 'numeric', month: 'short' } : { day: 'numeric' }),
  keys: 'Press space to pick it up, the arrow keys to move it, space again to drop it, escape to leave it where it is. Enter opens it.',
  more: (count: number): string => `${count} more`,
  earlier: (count: number): string => `${count} earlier`,
  laterHours: (count: number): string => `${count} later`,
  empty: 'Nothing has a time in these weeks',
  emptyHow: 'What is scheduled appears here, day by day.',
  pickedUp: (title: string, when: string): string => `Picked up ${title}, ${when}. Arrow keys move it, space drops it, escape cancels.`,
  cancelled: 'Not moved.',
  edge: 'That is beyond the days shown.',
  inQuiet: 'Quiet hours',
  onSlot: 'Posting slot',
  time: 'When it goes out',
  timeHint: (zone: string): string => `Time zone: ${zone}. Empty means as soon as it is approved.`,
  freeSlot: (when: string): string => `Next free slot: ${when}`,
  asksAgain: 'People will be asked to approve it again.',
  endsOwnVote:
    'You could no longer approve it yourself: by changing it you become an author, and authors may not approve their own posts here.',
  keeps: 'The approval is kept.',
  soon: 'It will be published as soon as nothing else blocks it.',
  later: (when: string): string => `That is in quiet hours: it will be published on ${when}.`,
  move: 'Move',
  notMoved: 'Not moved',
  changedMeanwhile: 'It was changed meanwhile. Review the current version, then move it.',
  openDraft: 'Open the draft',
  movedTo: (title: string, when: string): string => `“${title}” moved to ${when}.`,
  notMovedBack: (title: string, reason: string): string => `“${title}” was not moved back. ${reason}`,
  gone: 'It is not there any more.',
  decidedSince: 'It was decided meanwhile; open it to choose another time.',
  changedSince: 'It was changed meanwhile; open it to see the current version.',
  noTime: 'as soon as possible',
  undo: 'Undo',
  close: 'Close',
  preview: 'As it will look',
  networks: 'Networks',
  open: 'Open',
  openPost: (title: string, network: string): string => `Open “${title}” on ${network}`,
  decide: 'Review',
  unscheduled: 'Approved, without a time',
  unscheduledHintPhone: 'These go out as soon as nothing stops them. Tap one to give it a time.',
  unscheduledHint: 'These go out as soon as nothing stops them. Drag one to a day to give it a time.',
} as const);
