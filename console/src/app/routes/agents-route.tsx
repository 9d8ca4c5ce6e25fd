import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AgentsPage } from '../../features/agents/agents-page.tsx';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/agents');

/** The filter is kept in the address, so a link leads to the same list. */
export function AgentsRoute() {
  const navigate = useNavigate();
  const { access, search = '' } = route.useSearch();
  return (
    <AgentsPage
      filter={{ isOpen: access !== 'ended', search }}
      onFilter={(filter) =>
        isAt('/agents') &&
        navigate({
          to: '/agents',
          search: { ...(filter.isOpen ? {} : { access: 'ended' }), ...(filter.search ? { search: filter.search } : {}) },
          replace: true,
        })
      }
    />
  );
}
