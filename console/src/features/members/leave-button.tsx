import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { LeaveAccountDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { viewerQuery } from '../../lib/viewer.ts';
import { texts } from './texts.ts';

/** The person leaves the account; the server refuses the last owner. */
export function LeaveButton({ accountId, name }: { accountId: string; name: string }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => freshly(() => runDocument(LeaveAccountDocument, { accountId })),
    onSuccess: async (left) => {
      if (!left) return;
      // The viewer first, and never none: the page would be drawn once more without one, and fail.
      await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 });
      await navigate({ to: '/' });
      queryClient.removeQueries({ type: 'inactive' });
    },
  });
  return (
    <ConfirmButton
      size="xs"
      label={texts.leave}
      title={texts.leaveAsk({ name })}
      what={texts.leaveWhat}
      failed={texts.leaveFailed}
      onConfirm={() => leave.mutateAsync()}
    />
  );
}
