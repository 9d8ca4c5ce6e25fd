import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  DeclineStandingApprovalDocument,
  RevokeStandingApprovalDocument,
  StandingApprovalsDocument,
  StandingReplayDocument,
  type StandingReplayQuery,
  type StandingViewFragment,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { showToast } from '../ui/toasts.tsx';
import { texts } from './texts.ts';

const POLL_MS = 30_000;

export type Replayed = NonNullable<NonNullable<StandingReplayQuery['standingApproval']>['replay']>[number];

export interface Limits {
  perDay: number;
  credits: number;
  days: number;
}

export function standingQuery(workspaceId: string) {
  return {
    queryKey: ['standing', workspaceId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<StandingViewFragment[]> =>
      (await runDocument(StandingApprovalsDocument, { workspaceId }, signal)).workspace?.standingApprovals ?? [],
    refetchInterval: POLL_MS,
  };
}

/** What it would have done, with these limits; the last answer stays while the next is on its way. */
export function replayQuery(id: string, limits: Limits) {
  return {
    queryKey: ['standing', 'replay', id, limits],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Replayed[]> =>
      (await runDocument(StandingReplayDocument, { id, ...limits }, signal)).standingApproval?.replay ?? [],
    placeholderData: (last: Replayed[] | undefined) => last,
  };
}

const documents = { revoke: RevokeStandingApprovalDocument, decline: DeclineStandingApprovalDocument } as const;
const done = { revoke: texts.revoked, decline: texts.declined };

/** One step with one of them; the lists are read again after it. */
export function useStandingStep({ id }: StandingViewFragment, step: keyof typeof documents) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => runDocument<unknown, { id: string }>(documents[step], { id }),
    onSuccess: async () => {
      showToast(done[step]);
      await queryClient.invalidateQueries();
    },
  });
}
