import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ReturnPage } from '../../features/connections/return-page.tsx';

const route = getRouteApi('/shell/connections/return');

/** The first look counts: the page takes the code out of the address. */
export function ConnectReturnRoute() {
  const { state, code } = route.useSearch();
  const [came] = useState({ state: state ?? null, code: code ?? null });
  return <ReturnPage {...came} />;
}
