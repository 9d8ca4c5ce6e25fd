import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BackLink } from '../../components/back-link.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { showToast } from '../../components/toasts.tsx';
import { CancelJobDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import { useFollowWorkspace } from '../../lib/viewer.ts';
import { JobBody } from './job-body.tsx';
import { jobQuery } from './queries.ts';
import { texts } from './texts.ts';

/** One job: what holds it back, what was sent where, and what became of it. */
export function JobPage({ jobId }: { jobId: string }) {
  const query = useQuery(jobQuery(jobId));
  useFollowWorkspace(query.data?.workspaceId);
  return (
    <Page
      title={query.data?.draft.title ?? (query.data === null ? texts.notFound : texts.job)}
      back={<BackLink to="/jobs" label={texts.back} />}
      actions={query.data?.viewerCan.cancel && <CancelJob jobId={jobId} />}
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

function CancelJob({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => runDocument(CancelJobDocument, { jobId }),
    onSuccess: async () => {
      showToast(texts.cancelled);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <ConfirmButton
      label={texts.cancel}
      title={texts.cancelAsk}
      what={texts.cancelWhat}
      failed={texts.cancelFailed}
      onConfirm={() => cancel.mutateAsync()}
    />
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
