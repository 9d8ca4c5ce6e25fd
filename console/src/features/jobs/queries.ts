import { queryOptions } from '@tanstack/react-query';
import { JobDocument, type JobRowFragment, JobsDocument, type JobViewFragment, type PublishJobState } from '../../gql/graphql.ts';
import { live } from '../../lib/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { runDocument } from '../../lib/run-document.ts';

export type JobView = JobViewFragment;

/** Newest first; all states when `state` is null. */
export function jobsQuery(workspaceId: string, state: PublishJobState | null) {
  return pagedQuery<JobRowFragment>({
    queryKey: ['jobs', workspaceId, state],
    read: async (after, signal) => (await runDocument(JobsDocument, { workspaceId, state, after }, signal)).workspace?.publishJobs,
    ...live('PUBLISH_JOB', 'APPROVAL'),
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
