import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Has the geometry of what will be there, so that nothing shifts. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, error or data. Data once shown stays, whatever a later poll answers: the shell says that it is old. */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
  return (
    // By its key it is never taken for what comes in its place: that appears, and does not move there.
    <div key="loading" aria-busy="true" aria-live="polite">
      {skeleton}
    </div>
  );
}
