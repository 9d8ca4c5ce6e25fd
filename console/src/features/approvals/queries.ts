import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  ApprovalDocument,
  type ApprovalRowFragment,
  ApprovalsDocument,
  type ApprovalViewFragment,
  type ContentEditsInput,
  EditPreviewDocument,
  type EditPreviewQuery,
  FilterChoicesDocument,
  OpenProposalsDocument,
} from '../../gql/graphql.ts';
import { agentsOf } from '../../lib/agents-of.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';
import type { ApprovalFilter } from './list/approval-filter.ts';

export type ApprovalRow = ApprovalRowFragment;
export type EditPreview = EditPreviewQuery['editPreview'];
export type ApprovalView = ApprovalViewFragment;

/** The workspace's approvals by filter; waiting ones, oldest first, by default. */
export function approvalsQuery(workspaceId: string, filter: ApprovalFilter) {
  const { state = 'PENDING', ...rest } = filter;
  return pagedQuery<ApprovalRow>({
    queryKey: ['approvals', workspaceId, filter],
    read: async (after, signal) =>
      (await runDocument(ApprovalsDocument, { workspaceId, state, ...rest, after }, signal)).workspace?.approvals,
    ...live('APPROVAL', 'DRAFT'),
  });
}

const PROPOSALS_POLL_MS = 60_000;

/** Whether something could be signed beforehand. */
export function hasProposalsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['standing', 'proposed', workspaceId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const { workspace } = await runDocument(OpenProposalsDocument, { workspaceId }, signal);
      return workspace?.standingApprovals.some(({ state }) => state === 'PROPOSED') ?? false;
    },
    refetchInterval: PROPOSALS_POLL_MS,
  });
}

/** One approval with everything that a decision needs; null where there is none by that id. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ['approval', id],
    queryFn: async ({ signal }): Promise<ApprovalView | null> => (await runDocument(ApprovalDocument, { id }, signal)).approval,
    ...live('APPROVAL', 'DRAFT', 'PUBLISH_JOB', 'CONNECTION', 'GRANT'),
  });
}

/** The content with these edits, and the hash to sign. */
export function editPreviewQuery(approvalId: string, edits: ContentEditsInput) {
  return queryOptions({
    queryKey: ['edit-preview', approvalId, edits],
    queryFn: async ({ signal }): Promise<EditPreview> =>
      (await runDocument(EditPreviewDocument, { approvalId, edits }, signal)).editPreview,
    // Keeps the previous data until the next are loaded.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The platforms and agents to filter by. */
export function filterChoicesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['approval-filters', workspaceId],
    queryFn: async ({ signal }) => {
      const { platforms, workspace } = await runDocument(FilterChoicesDocument, { workspaceId }, signal);
      return { platforms, agents: agentsOf(workspace?.grants ?? []) };
    },
    staleTime: 60_000,
  });
}
