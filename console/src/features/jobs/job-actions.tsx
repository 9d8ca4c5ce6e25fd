import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { CancelJobDocument, RetryJobDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { HoldJob } from './hold-job.tsx';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

/** The actions available in the job's current state. */
export function JobActions({ job }: { job: JobView }) {
  const { id, viewerCan } = job;
  return (
    <>
      <HoldJob job={job} />
      {viewerCan.cancel && <CancelJob jobId={id} />}
      {viewerCan.retry && <RetryJob jobId={id} />}
      <Button
        variant="default"
        leftSection={<IconCertificate size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/jobs/$jobId/proof" params={{ jobId: id }} {...props} />}
      >
        {texts.proof}
      </Button>
    </>
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

/** Leads to the new request, which waits for a decision like any other. */
function RetryJob({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => runDocument(RetryJobDocument, { jobId }),
    onSuccess: async ({ retryPublishJob: { id, approval } }) => {
      showToast(texts.retried);
      await queryClient.invalidateQueries();
      if (approval) await navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: approval.id } });
      else await navigate({ to: '/jobs/$jobId', params: { jobId: id } });
    },
  });
  return (
    <ConfirmButton
      label={texts.retry}
      title={texts.retryAsk}
      what={texts.retryWhat}
      failed={texts.retryFailed}
      onConfirm={() => retry.mutateAsync()}
      tone="accent"
    />
  );
}
