import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/ui/toasts.tsx';
import {
  type AgentWeekFragment,
  GrantsDocument,
  type GrantViewFragment,
  PauseGrantDocument,
  RequestRotationDocument,
  ResumeGrantDocument,
  RevokeGrantDocument,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

/** A grant, and how the work of its agent was judged week by week. */
export interface JudgedGrant extends GrantViewFragment {
  weeks: AgentWeekFragment[];
}

const POLL_MS = 10_000;

export const grantsKey = (workspaceId: string): QueryKey => ['grants', workspaceId];

export function grantsQuery(workspaceId: string) {
  return {
    queryKey: grantsKey(workspaceId),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JudgedGrant[]> => {
      const { grants = [], agentRecords = [] } = (await runDocument(GrantsDocument, { workspaceId }, signal)).workspace ?? {};
      return grants.map((grant) => ({ ...grant, weeks: agentRecords.find(({ agentId }) => agentId === grant.agentId)?.weeks ?? [] }));
    },
    refetchInterval: POLL_MS,
  };
}

const documents = {
  pause: PauseGrantDocument,
  resume: ResumeGrantDocument,
  revoke: RevokeGrantDocument,
  rotate: RequestRotationDocument,
} as const;

const done = { pause: texts.isPaused, resume: texts.isResumed, revoke: texts.isRevoked, rotate: texts.isAsked };

/** One step with one grant; the lists are read again after it. */
export function useGrantStep({ id, agentName }: GrantViewFragment, step: keyof typeof documents) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => runDocument<unknown, { grantId: string }>(documents[step], { grantId: id }),
    onSuccess: async () => {
      showToast(done[step](agentName));
      await queryClient.invalidateQueries();
    },
  });
}
