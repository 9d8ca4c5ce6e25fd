import { queryOptions } from '@tanstack/react-query';
import {
  OverviewCreditsDocument,
  type OverviewCreditsQuery,
  OverviewDocument,
  type OverviewJobFragment,
  type OverviewJobsFragment,
  type OverviewQuery,
} from '../../gql/graphql.ts';
import { live } from '../../lib/live-state.ts';
import { runDocument } from '../../lib/run-document.ts';

export type OverviewWorkspace = NonNullable<OverviewQuery['workspace']>;
export type OverviewCredits = NonNullable<OverviewCreditsQuery['workspace']>['credits'];
export type OverviewJob = OverviewJobFragment;

export function overviewQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['overview', workspaceId],
    queryFn: async ({ signal }): Promise<OverviewWorkspace | null> =>
      (await runDocument(OverviewDocument, { workspaceId }, signal)).workspace,
    ...live('APPROVAL', 'DRAFT', 'PUBLISH_JOB'),
  });
}

/** Apart from the rest, since not everybody may see it. */
export function overviewCreditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['overview-credits', workspaceId],
    queryFn: async ({ signal }): Promise<OverviewCredits> =>
      (await runDocument(OverviewCreditsDocument, { workspaceId }, signal)).workspace?.credits ?? { balances: [], forecasts: [] },
    ...live('APPROVAL', 'DRAFT', 'PUBLISH_JOB'),
  });
}

const NEXT_MS = 24 * 3_600_000;

/** What goes out within a day, soonest first; what has no time goes now. */
export function goingOut({ ready, queued, publishing }: OverviewWorkspace, now: Date): OverviewJob[] {
  const isNext = ({ scheduledAt }: OverviewJob): boolean => scheduledAt === null || Date.parse(scheduledAt) <= now.getTime() + NEXT_MS;
  const jobs = [...publishing.edges, ...queued.edges, ...ready.edges]
    .map(({ node }) => node)
    .filter((job) => !hasUnknown(job) && isNext(job));
  return jobs.sort((a, b) => (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? '')).slice(0, 4);
}

/** What failed, what has an outcome that nobody knows, and what is approved but held back. */
export function wentWrong({ failed, partlyPublished, publishing, blocked }: OverviewWorkspace): OverviewJob[] {
  return [
    ...nodes(publishing).filter(hasUnknown),
    ...nodes(blocked).filter(({ approvalState }) => approvalState === 'approved' || approvalState === 'not_required'),
    ...nodes(failed),
    ...nodes(partlyPublished),
  ].slice(0, 5);
}

export function hasUnknown({ publications }: OverviewJob): boolean {
  return publications.some(({ state }) => state === 'UNKNOWN');
}

function nodes({ edges }: OverviewJobsFragment): OverviewJob[] {
  return edges.map(({ node }) => node);
}
