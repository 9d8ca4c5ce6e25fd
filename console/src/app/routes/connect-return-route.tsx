import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ReturnPage } from '../../features/connections/return-page.tsx';

const route = getRouteApi('/shell/connections/return/{-$server}');

/** Only the first render counts: the page removes the code from the address. */
export function ConnectReturnRoute() {
  const { state, code, error, error_description: description } = route.useSearch();
  const { server } = route.useParams();
  const [came] = useState({
    ...{ state: state ?? null, code: code ?? null, server: server ?? null },
    reason: description ?? error ?? null,
  });
  return <ReturnPage {...came} />;
}
