import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../../components/ui/problem.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { WithdrawVoteDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { texts } from '../texts.ts';

/** Takes the person's own vote back, while nothing has gone out; the post is theirs to decide again then. */
export function WithdrawVote({ approvalId, title, isBrief = false }: { approvalId: string; title: string; isBrief?: boolean }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => runDocument(WithdrawVoteDocument, { approvalId }),
    onSuccess: async () => {
      showToast(texts.withdraw.done({ title }));
      await queryClient.invalidateQueries();
    },
  });
  return (
    <>
      {withdraw.error && <Problem error={withdraw.error} title={texts.withdraw.failed} />}
      <Button
        size={isBrief ? 'compact-xs' : 'sm'}
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
        aria-label={isBrief ? texts.withdraw.of({ title }) : undefined}
        leftSection={isBrief ? undefined : <IconArrowBackUp size={16} aria-hidden />}
      >
        {texts.withdraw.button}
      </Button>
    </>
  );
}
