import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { useFollowWorkspace } from '../../lib/viewer.ts';
import { JobActions } from './job-actions.tsx';
import { JobBody } from './job-body.tsx';
import { jobQuery } from './queries.ts';
import { texts } from './texts.ts';

/** One job: obstacles, publications and outcome. */
export function JobPage({ jobId }: { jobId: string }) {
  const query = useQuery(jobQuery(jobId));
  useFollowWorkspace(query.data?.workspaceId);
  return (
    // A separate element once loaded: a longer title then moves nothing.
    <Page
      key={query.data === undefined ? 'loading' : 'loaded'}
      title={query.data?.draft.title ?? (query.data === null ? texts.notFound : texts.job)}
      back={<BackLink to="/jobs" label={texts.back} />}
      actions={query.data && <JobActions job={query.data} />}
    >
      <Loaded query={query} skeleton={<JobSkeleton />}>
        {(job) =>
          job ? (
            <JobBody job={job} />
          ) : (
            <Empty title={texts.notFound}>
              <p>{texts.notFoundHow}</p>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function JobSkeleton() {
  return (
    <>
      <Skeleton height={20} width="50%" mb={16} />
      <Skeleton height={200} radius={10} mb={16} />
      <Skeleton height={320} radius={10} />
    </>
  );
}
