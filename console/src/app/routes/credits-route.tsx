import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CreditsPage } from '../../features/credits/credits-page.tsx';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/credits');

/** The ledger's filter is kept in the address, so a link leads to the same list. */
export function CreditsRoute() {
  const navigate = useNavigate();
  const { bought, bucket, kind } = route.useSearch();
  return (
    <CreditsPage
      isBack={bought !== undefined}
      filter={{ bucket: bucket ?? null, kind: kind ?? null }}
      onFilter={(filter) =>
        isAt('/credits') &&
        navigate({
          to: '/credits',
          search: { ...(filter.bucket ? { bucket: filter.bucket } : {}), ...(filter.kind ? { kind: filter.kind } : {}) },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
