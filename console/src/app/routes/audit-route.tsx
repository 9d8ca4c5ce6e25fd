import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { type AuditFilter, NO_FILTER } from '../../features/audit/queries.ts';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/audit');

/** The filter is kept in the address, so a link leads to the same entries. */
export function AuditRoute() {
  const navigate = useNavigate();
  const found = route.useSearch();
  const onFilter = (filter: AuditFilter) =>
    isAt('/audit') &&
    navigate({ to: '/audit', search: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')), replace: true });
  return <AuditPage filter={{ ...NO_FILTER, ...found }} onFilter={onFilter} />;
}
