import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError } from '../lib/http/api-error.ts';

const MAX_RETRIES = 2;

/** One cache for all screens; a query that finds the session ended leads to the sign-in. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (asApiError(error).needsSignIn) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (count, error) => asApiError(error).isTransient && count < MAX_RETRIES,
        refetchOnWindowFocus: true,
      },
      // A change is never repeated without the person.
      mutations: { retry: false },
    },
  });
}
