import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  CalendarDocument,
  type CalendarDraftFragment,
  CalendarFrameDocument,
  type CalendarFrameQuery,
  CalendarOutDocument,
  type CalendarOutQuery,
  type CalendarQuery,
  DraftMoveDocument,
  type DraftMoveQuery,
  PlannedPostDocument,
  type PlannedPostQuery,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import type { CalendarFrame } from './types.ts';

const MAX_PAGES = 10;

export interface Span {
  start: string;
  end: string;
}

/** Scheduled drafts in the period, posts published in it without a schedule, and its slots and quiet hours. */
export function calendarQuery(workspaceId: string, span: Span) {
  return queryOptions({
    queryKey: ['calendar', workspaceId, span],
    queryFn: async ({ signal }): Promise<CalendarFrame> => {
      const [drafts, out, frame] = await Promise.all([
        readDrafts(workspaceId, span, signal),
        readOut(workspaceId, span, signal),
        runDocument(CalendarFrameDocument, { workspaceId, ...span }, signal),
      ]);
      return { drafts: [...drafts, ...out].toSorted(byTime), ...frameOf(frame) };
    },
    placeholderData: keepPreviousData,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

async function readDrafts(workspaceId: string, span: Span, signal: AbortSignal): Promise<CalendarDraftFragment[]> {
  const drafts: CalendarDraftFragment[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: CalendarQuery = await runDocument(CalendarDocument, { workspaceId, ...span, after }, signal);
    if (!answer.workspace) break;
    const { edges, pageInfo }: NonNullable<CalendarQuery['workspace']>['scheduledDrafts'] = answer.workspace.scheduledDrafts;
    drafts.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return drafts;
}

const byTime = (a: CalendarDraftFragment, b: CalendarDraftFragment): number => (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? '');

/** Posts published without a schedule, at the time of publication. */
async function readOut(workspaceId: string, span: Span, signal: AbortSignal): Promise<CalendarDraftFragment[]> {
  const out: CalendarDraftFragment[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: CalendarOutQuery = await runDocument(CalendarOutDocument, { workspaceId, ...span, after }, signal);
    if (!answer.workspace) break;
    const { edges, pageInfo }: NonNullable<CalendarOutQuery['workspace']>['publishJobs'] = answer.workspace.publishJobs;
    out.push(
      ...edges.flatMap(({ node: { wentOutAt, draft } }) => (draft.scheduledAt === null ? [{ ...draft, scheduledAt: wentOutAt }] : [])),
    );
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return out;
}

function frameOf({ workspace }: CalendarFrameQuery): Omit<CalendarFrame, 'drafts'> {
  return {
    nextFreeSlot: workspace?.nextFreeSlot ?? null,
    quietPeriods: workspace?.quietPeriods ?? [],
    slots: workspace?.slots ?? [],
    unscheduled: workspace?.drafts.edges.map(({ node }) => node) ?? [],
    hasMoreUnscheduled: workspace?.drafts.pageInfo.hasNextPage ?? false,
  };
}

/** The effect of a move, by the server's rules. */
export function moveQuery(id: string, to: string | null) {
  return queryOptions({
    queryKey: ['draft-move', id, to],
    queryFn: async ({ signal }): Promise<DraftMoveQuery['draft']> => (await runDocument(DraftMoveDocument, { id, to }, signal)).draft,
    placeholderData: keepPreviousData,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

/** One post: its text, whether it can be decided on, and its current state. */
export function plannedPostQuery(id: string) {
  return queryOptions({
    queryKey: ['planned-post', id],
    queryFn: async ({ signal }): Promise<PlannedPostQuery['draft']> => (await runDocument(PlannedPostDocument, { id }, signal)).draft,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}
