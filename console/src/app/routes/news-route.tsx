import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { NewsPage } from '../../features/news/news-page.tsx';
import { isAt } from '../../lib/is-at.ts';

const route = getRouteApi('/shell/news');

/** The filter is kept in the address, so a link leads to the same list. */
export function NewsRoute() {
  const navigate = useNavigate();
  return (
    <NewsPage
      {...route.useSearch()}
      onFilter={({ topic, agentId }) =>
        isAt('/news') && navigate({ to: '/news', search: { ...(topic ? { topic } : {}), ...(agentId ? { agentId } : {}) }, replace: true })
      }
    />
  );
}
