import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/ui/toasts.tsx';
import {
  type AgentWeekFragment,
  GrantsDocument,
  type GrantViewFragment,
  LinkedGrantDocument,
  PauseGrantDocument,
  RecordOfAgentDocument,
  RequestRotationDocument,
  ResumeGrantDocument,
  RevokeGrantDocument,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery, readAllPages } from '../../lib/paged.ts';
import { texts } from './texts.ts';

export interface GrantFilter {
  /** False for access that has ended. */
  isOpen: boolean;
  /** Words of the name; empty for all. */
  search: string;
}

/** A grant, with the decisions on its agent's posts by week where the agent is among the busiest. */
export type JudgedGrant = GrantViewFragment & { weeks?: AgentWeekFragment[] | undefined };

/** Newest first. */
export function grantsQuery(workspaceId: string, { isOpen, search }: GrantFilter) {
  return pagedQuery<JudgedGrant>({
    queryKey: ['grants', workspaceId, isOpen, search],
    read: async (after, signal) => {
      const { workspace } = await runDocument(GrantsDocument, { workspaceId, isOpen, search: search || null, after }, signal);
      if (!workspace) return null;
      const { grantPage, agentRecords } = workspace;
      const weeksOf = (agentId: string) => agentRecords.find((record) => record.agentId === agentId)?.weeks;
      return { ...grantPage, edges: grantPage.edges.map(({ node }) => ({ node: { ...node, weeks: weeksOf(node.agentId) } })) };
    },
    ...live('GRANT'),
  });
}

/** All grants of the filter, up to `most`. */
export function readAllGrants(workspaceId: string, { isOpen, search }: GrantFilter, most: number): Promise<GrantViewFragment[]> {
  return readAllPages(most, async (after, first) => {
    const { workspace } = await runDocument(GrantsDocument, { workspaceId, isOpen, search: search || null, first, after });
    return workspace?.grantPage;
  });
}

/** One grant, wherever it is in the list; null if there is none. */
export function linkedGrantQuery(id: string) {
  return queryOptions({
    queryKey: ['grant', id],
    queryFn: async ({ signal }): Promise<GrantViewFragment | null> => {
      const { node } = await runDocument(LinkedGrantDocument, { id }, signal);
      return node !== null && 'agentName' in node ? (node as GrantViewFragment) : null;
    },
  });
}

/** The decisions on an agent's posts by week, oldest first; empty without any. */
export function recordQuery(workspaceId: string, agentId: string) {
  return queryOptions({
    queryKey: ['agent-record', workspaceId, agentId],
    queryFn: async ({ signal }): Promise<AgentWeekFragment[]> =>
      (await runDocument(RecordOfAgentDocument, { workspaceId, agentId }, signal)).workspace?.agentRecords[0]?.weeks ?? [],
  });
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
      showToast(done[step]({ name: agentName }));
      await queryClient.invalidateQueries();
    },
  });
}
