import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DraftsPage } from '../../features/drafts/drafts-page.tsx';

const route = getRouteApi('/shell/drafts');

export function DraftsRoute() {
  const navigate = useNavigate();
  const { isWriting = false } = route.useSearch();
  return <DraftsPage isWriting={isWriting} onWriting={(next) => navigate({ to: '/drafts', search: next ? { isWriting: true } : {} })} />;
}
