import { getRouteApi } from '@tanstack/react-router';
import { ApprovalsDesk } from '../../features/approvals/list/approvals-desk.tsx';

const route = getRouteApi('/shell/approvals/{-$approvalId}');

export function ApprovalsRoute() {
  return <ApprovalsDesk approvalId={route.useParams().approvalId} filter={route.useSearch()} />;
}
