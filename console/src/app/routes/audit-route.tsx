import { getRouteApi } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/audit-page.tsx';

const route = getRouteApi('/shell/audit');

/** Another address is another question: what was chosen by hand for the one before does not stay. */
export function AuditRoute() {
  const search = route.useSearch();
  return <AuditPage key={JSON.stringify(search)} asked={search} />;
}
