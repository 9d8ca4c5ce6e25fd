import { queryOptions } from '@tanstack/react-query';
import { HowPostsDidDocument, type HowPostsDidQuery, OverviewDocument, type OverviewQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';

export type OverviewWorkspace = NonNullable<OverviewQuery['workspace']>;
export type NextJob = OverviewWorkspace['next']['edges'][number]['node'];

export function overviewQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['overview', workspaceId],
    queryFn: async ({ signal }): Promise<OverviewWorkspace | null> =>
      (await runDocument(OverviewDocument, { workspaceId }, signal)).workspace,
    ...live('APPROVAL', 'DRAFT', 'PUBLISH_JOB', 'CONNECTION', 'GRANT'),
  });
}

export type NetworkFigures = NonNullable<HowPostsDidQuery['workspace']>['networkMetrics'];

/** What networks reported of the posts of the last 30 days. Asked on its own, so the overview is drawn before it. */
export function howPostsDidQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['how-posts-did', workspaceId],
    queryFn: async ({ signal }): Promise<NetworkFigures> =>
      (await runDocument(HowPostsDidDocument, { workspaceId }, signal)).workspace?.networkMetrics ?? [],
    // Networks are read at most once an hour for a post.
    staleTime: 10 * 60_000,
  });
}
