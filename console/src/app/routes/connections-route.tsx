import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ConnectionsPage } from '../../features/connections/connections-page.tsx';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/connections');

/** The filter is kept in the address, so a link leads to the same list. */
export function ConnectionsRoute() {
  const navigate = useNavigate();
  const { platform = '', search = '', health } = route.useSearch();
  return (
    <ConnectionsPage
      filter={{ platform, search, isBroken: health === 'broken' }}
      onFilter={(filter) =>
        isAt('/connections') &&
        navigate({
          to: '/connections',
          search: {
            ...(filter.platform ? { platform: filter.platform } : {}),
            ...(filter.isBroken ? { health: 'broken' } : {}),
            ...(filter.search ? { search: filter.search } : {}),
          },
          replace: true,
        })
      }
    />
  );
}
