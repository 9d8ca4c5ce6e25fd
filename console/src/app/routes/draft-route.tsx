import { getRouteApi } from '@tanstack/react-router';
import { DraftPage } from '../../features/drafts/draft-page.tsx';

const route = getRouteApi('/shell/drafts/$draftId');

export function DraftRoute() {
  const { draftId } = route.useParams();
  return <DraftPage key={draftId} draftId={draftId} />;
}
