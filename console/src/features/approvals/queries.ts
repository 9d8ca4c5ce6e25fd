import { queryOptions } from '@tanstack/react-query';
import {
  ApprovalDocument,
  type ApprovalRowFragment,
  type ApprovalState,
  ApprovalsDocument,
  type ApprovalViewFragment,
} from '../../gql/graphql.ts';
import { live } from '../../lib/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { runDocument } from '../../lib/run-document.ts';

export type ApprovalRow = ApprovalRowFragment;
export type ApprovalView = ApprovalViewFragment;

/** The workspace's approvals in one state, oldest first. */
export function approvalsQuery(workspaceId: string, state: ApprovalState) {
  return pagedQuery<ApprovalRow>({
    queryKey: ['approvals', workspaceId, state],
    read: async (after, signal) => (await runDocument(ApprovalsDocument, { workspaceId, state, after }, signal)).workspace?.approvals,
    ...live('APPROVAL', 'DRAFT'),
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
