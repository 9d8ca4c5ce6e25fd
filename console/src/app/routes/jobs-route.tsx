import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { JobsPage } from '../../features/jobs/jobs-page.tsx';
import type { JobFilter } from '../../features/jobs/queries.ts';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/jobs');

/** The filter is kept in the address, so a link leads to the same list. */
export function JobsRoute() {
  const navigate = useNavigate();
  const { view, state, platform, agentId, label, search } = route.useSearch();
  const onShow = (next: 'list' | 'wall', filter: JobFilter) =>
    isAt('/jobs') &&
    navigate({
      to: '/jobs',
      search: {
        ...(next === 'wall' ? { view: next } : filter.state ? { state: filter.state } : {}),
        ...(filter.platform ? { platform: filter.platform } : {}),
        ...(filter.agentId ? { agentId: filter.agentId } : {}),
        ...(filter.label ? { label: filter.label } : {}),
        ...(filter.search ? { search: filter.search } : {}),
      },
      replace: true,
    });
  return (
    <JobsPage
      view={view ?? 'list'}
      filter={{ state: state ?? null, platform: platform ?? null, agentId: agentId ?? null, label: label ?? null, search: search ?? null }}
      onShow={onShow}
    />
  );
}
