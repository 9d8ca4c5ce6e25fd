const UTC = 'UTC';
const LOCALE = 'en-GB';
const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: UTC, ...options }).format(new Date(`${day}T00:00:00Z`));

export const texts = {
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
  periodName: (view: 'month' | 'week', day: string, days: readonly string[]): string =>
    view === 'month'
      ? format(day, { month: 'long', year: 'numeric' })
      : `${format(days[0] ?? day, { day: 'numeric', month: 'short' })} – ${format(days.at(-1) ?? day, { day: 'numeric', month: 'short', year: 'numeric' })}`,
  keys: 'Press space to pick it up, the arrow keys to move it, space again to drop it, escape to leave it where it is. Enter opens it.',
  entry: (title: string, time: string | null, state: string): string => [time, title, state].filter((part) => part !== null).join(', '),
  more: (count: number): string => `${count} more`,
  empty: 'Nothing has a time in this month',
  emptyHow: 'What is scheduled appears here, day by day.',
  pickedUp: (title: string, when: string): string => `Picked up ${title}, ${when}. Arrow keys move it, space drops it, escape cancels.`,
  cancelled: 'Left where it is.',
  edge: 'That is beyond the days shown.',
  inQuiet: 'Quiet hours',
  onSlot: 'Posting slot',
  time: 'When it goes out',
  timeHint: (zone: string): string => `In ${zone} time. Empty means as soon as it is approved.`,
  freeSlot: (when: string): string => `Next free slot: ${when}`,
  asksAgain: 'People will be asked to approve it again.',
  keeps: 'Nobody has to be asked again.',
  soon: 'It goes out as soon as nothing else stops it.',
  later: (when: string): string => `That lies in quiet hours: it goes out on ${when}.`,
  move: 'Move',
  cancel: 'Cancel',
  notMoved: 'Not moved',
  openDraft: 'Open the draft',
  movedTo: (title: string, when: string): string => `“${title}” moved to ${when}.`,
  noTime: 'as soon as it may',
  undo: 'Undo',
  dismiss: 'OK',
  unscheduled: 'Approved, without a time',
  unscheduledHint: 'These go out as soon as nothing stops them. Drag one to a day to give it a time.',
} as const;
