import type { CalendarDraftFragment, CalendarFrameQuery } from '../../gql/graphql.ts';

type FrameWorkspace = NonNullable<CalendarFrameQuery['workspace']>;

/** The data of a calendar. */
export interface CalendarFrame extends Pick<FrameWorkspace, 'nextFreeSlot' | 'quietPeriods' | 'slots'> {
  drafts: CalendarDraftFragment[];
  /** Approved, and not bound to a time. */
  unscheduled: CalendarDraftFragment[];
  /** Whether there are more of these. */
  hasMoreUnscheduled: boolean;
}

/** A draft on its way to another time: nothing is changed before it is confirmed. */
export interface Proposal {
  draft: CalendarDraftFragment;
  /** Null for as soon as it may. */
  at: Date | null;
  /** The error of a move without confirmation. */
  error?: unknown;
}
