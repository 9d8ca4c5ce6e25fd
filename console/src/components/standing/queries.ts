import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  BeginStandingSignatureDocument,
  DeclineStandingApprovalDocument,
  RevokeStandingApprovalDocument,
  SignStandingApprovalDocument,
  StandingApprovalsDocument,
  StandingReplayDocument,
  type StandingReplayQuery,
  type StandingViewFragment,
} from '../../gql/graphql.ts';
import { askPasskey } from '../../lib/http/passkey.ts';
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

/** The replay with these limits; the previous result is shown while the next loads. */
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

/** Signs it within these limits: with the person's passkey where approving takes one, else by their session. */
export async function signStanding({ id, templateHash, needsSignature }: StandingViewFragment, limits: Limits): Promise<void> {
  const input = { id, templateHash, ...limits };
  if (!needsSignature) return void (await runDocument(SignStandingApprovalDocument, { input }));
  const { beginStandingSignature } = await runDocument(BeginStandingSignatureDocument, { input });
  const { statement, options } = beginStandingSignature;
  const signature = { statement, response: await askPasskey(options) };
  await runDocument(SignStandingApprovalDocument, { input: { ...input, signature } });
}

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
