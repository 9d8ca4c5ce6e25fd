import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApprovalsDesk } from '../../features/approvals/list/approvals-desk.tsx';
import { approvalQuery } from '../../features/approvals/queries.ts';

const route = getRouteApi('/shell/approvals/{-$approvalId}');

export function ApprovalsRoute() {
  return <ApprovalsDesk approvalId={route.useParams().approvalId} filter={route.useSearch()} />;
}

/** Prefetches the post before the screen is rendered. */
export function readApproval(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(approvalQuery(id));
}
