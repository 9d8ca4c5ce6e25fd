import { queryOptions } from '@tanstack/react-query';
import {
  JobDocument,
  JobFiltersDocument,
  type JobRowFragment,
  JobsDocument,
  type JobViewFragment,
  JobWallDocument,
  type OutPostFragment,
  type PayloadViewFragment,
  type PublishJobState,
  SignedPostDocument,
} from '../../gql/graphql.ts';
import { agentsOf } from '../../lib/agents-of.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery, readAllPages } from '../../lib/paged.ts';

export type JobView = JobViewFragment;

/** A state, all of them, or what a figure of the overview counts. */
export type JobChoice = PublishJobState | 'ALL' | 'UNKNOWN' | 'FAILED_LATELY';

/** Null values do not filter. */
export interface JobFilter {
  /** Null for what was sent, failed or is blocked. */
  state: JobChoice | null;
  platform: string | null;
  agentId: string | null;
  /** A label of the draft. */
  label: string | null;
  /** Words of the source text. */
  search: string | null;
}

const asVariables = (workspaceId: string, { state, ...others }: JobFilter) => ({
  workspaceId,
  ...others,
  state: state === 'ALL' || state === 'UNKNOWN' || state === 'FAILED_LATELY' ? null : state,
  isUnknown: state === 'UNKNOWN',
  isRecentFailure: state === 'FAILED_LATELY',
  // "Blocked" is not what still waits for a decision.
  isSentOrHeld: state === null || state === 'BLOCKED',
});

/** Newest first. */
export function jobsQuery(workspaceId: string, filter: JobFilter) {
  return pagedQuery<JobRowFragment>({
    queryKey: ['jobs', workspaceId, filter],
    read: async (after, signal) =>
      (await runDocument(JobsDocument, { ...asVariables(workspaceId, filter), after }, signal)).workspace?.publishJobs,
    ...live('PUBLISH_JOB', 'APPROVAL'),
  });
}

/** All posts of the filter, up to `most`. */
export function readAllJobs(workspaceId: string, filter: JobFilter, most: number): Promise<JobRowFragment[]> {
  return readAllPages(most, async (after, first) => {
    const { workspace } = await runDocument(JobsDocument, { ...asVariables(workspaceId, filter), first, after });
    return workspace?.publishJobs;
  });
}

/** Published posts by time of publication, newest first. */
export function wallQuery(workspaceId: string, { platform, agentId, label, search }: JobFilter) {
  return pagedQuery<OutPostFragment>({
    queryKey: ['job-wall', workspaceId, platform, agentId, label, search],
    read: async (after, signal) =>
      (await runDocument(JobWallDocument, { workspaceId, platform, agentId, label, search, after }, signal)).workspace?.publishJobs,
    ...live('PUBLISH_JOB'),
  });
}

/** The platforms and agents that the list can be narrowed to. */
export function jobFiltersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['job-filters', workspaceId],
    queryFn: async ({ signal }) => {
      const { platforms, workspace } = await runDocument(JobFiltersDocument, { workspaceId }, signal);
      return {
        platforms: platforms.map(({ id, label }) => ({ value: id, label })),
        agents: agentsOf(workspace?.grants ?? []),
        labels: (workspace?.labels ?? []).map((label) => ({ value: label, label })),
      };
    },
    staleTime: 60_000,
  });
}

/** Null where there is none by that id. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: ['job', id],
    queryFn: async ({ signal }): Promise<JobView | null> => (await runDocument(JobDocument, { id }, signal)).publishJob,
    ...live('PUBLISH_JOB', 'APPROVAL', 'CONNECTION', 'GRANT'),
  });
}

/** The content to publish, or published. */
export function signedPostQuery(id: string) {
  return queryOptions({
    queryKey: ['signed-post', id],
    queryFn: async ({ signal }): Promise<PayloadViewFragment[]> => {
      const { publishJob } = await runDocument(SignedPostDocument, { id }, signal);
      return publishJob?.approval?.payloads ?? publishJob?.draft.payloads ?? [];
    },
    ...live('PUBLISH_JOB', 'APPROVAL'),
  });
}
