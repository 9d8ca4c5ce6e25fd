import { getRouteApi } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/audit-page.tsx';

const route = getRouteApi('/shell/audit');

/** Keyed by the address: a filter chosen manually for the previous one is not kept. */
export function AuditRoute() {
  const search = route.useSearch();
  return <AuditPage key={JSON.stringify(search)} asked={search} />;
}
