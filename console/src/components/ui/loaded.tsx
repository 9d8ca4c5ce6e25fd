import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Has the final geometry, so nothing shifts. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, error or data. Loaded data stay, whatever a later poll returns: the shell says that they are stale. */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
  return (
    // The key prevents reusing the element for the content, which would animate it.
    <div key="loading" aria-busy="true" aria-live="polite">
      {skeleton}
    </div>
  );
}
