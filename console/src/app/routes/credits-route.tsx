import { getRouteApi } from '@tanstack/react-router';
import { CreditsPage } from '../../features/credits/credits-page.tsx';

const route = getRouteApi('/shell/credits');

export function CreditsRoute() {
  return <CreditsPage isBack={route.useSearch().bought !== undefined} />;
}
