import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DraftsPage } from '../../features/drafts/drafts-page.tsx';
import { type DraftFilter, NO_FILTER } from '../../features/drafts/queries.ts';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/drafts');

/** The filter is kept in the address, so a link leads to the same list. */
export function DraftsRoute() {
  const navigate = useNavigate();
  const { isWriting = false, ...found } = route.useSearch();
  const onFilter = ({ state, platform, agentId, label, search }: DraftFilter) =>
    isAt('/drafts') &&
    navigate({
      to: '/drafts',
      search: {
        ...(state ? { state } : {}),
        ...(platform ? { platform } : {}),
        ...(agentId ? { agentId } : {}),
        ...(label ? { label } : {}),
        ...(search ? { search } : {}),
      },
      replace: true,
    });
  return (
    <DraftsPage
      isWriting={isWriting}
      onWriting={(next) => navigate({ to: '/drafts', search: next ? { ...found, isWriting: true } : found })}
      filter={{ ...NO_FILTER, ...found }}
      onFilter={onFilter}
    />
  );
}
