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

/** Everything with a time in the span, what went out in it without one, and what belongs to its days. */
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

/** What went out as soon as it could: its time is the one at which it did. */
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
  };
}

/** What a move would come to, by the server's rules. */
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
