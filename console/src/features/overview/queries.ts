import { queryOptions } from '@tanstack/react-query';
import { HowPostsDidDocument, type HowPostsDidQuery, OverviewDocument, type OverviewQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';

export type OverviewWorkspace = NonNullable<OverviewQuery['workspace']>;
export type NextJob = OverviewWorkspace['ready']['edges'][number]['node'];

export function overviewQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['overview', workspaceId],
    queryFn: async ({ signal }): Promise<OverviewWorkspace | null> =>
      (await runDocument(OverviewDocument, { workspaceId }, signal)).workspace,
    ...live('APPROVAL', 'DRAFT', 'PUBLISH_JOB', 'CONNECTION', 'GRANT'),
  });
}

export type NetworkFigures = NonNullable<HowPostsDidQuery['workspace']>['networkMetrics'];

/** What networks reported of the posts of the last 30 days. Asked on its own, so that the overview is drawn before it. */
export function howPostsDidQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['how-posts-did', workspaceId],
    queryFn: async ({ signal }): Promise<NetworkFigures> =>
      (await runDocument(HowPostsDidDocument, { workspaceId }, signal)).workspace?.networkMetrics ?? [],
    // Networks are read at most once an hour for a post.
    staleTime: 10 * 60_000,
  });
}

const NEXT_MS = 24 * 3_600_000;

/** Posts of the next day, earliest first; those without a time are published now. */
export function goingOut({ ready, queued, publishing }: OverviewWorkspace, now: Date): NextJob[] {
  const isNext = ({ scheduledAt }: NextJob): boolean => scheduledAt === null || Date.parse(scheduledAt) <= now.getTime() + NEXT_MS;
  return [...publishing.edges, ...queued.edges, ...ready.edges]
    .map(({ node }) => node)
    .filter((job) => !unknownOf(job) && isNext(job))
    .sort((a, b) => (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? ''));
}

/** The network where the outcome is unknown. */
export function unknownOf({ publications }: NextJob): string | undefined {
  return publications.find(({ state }) => state === 'UNKNOWN')?.platform.label;
}
