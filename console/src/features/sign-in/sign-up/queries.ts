import { queryOptions } from '@tanstack/react-query';
import { readAnswer, unreachable } from '../../../lib/http/post-json.ts';
import { language } from '../../../lib/language.ts';

const PATH = '/api/auth/sign-up';

/** Whether strangers can ask for an account here. */
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  queryFn: async ({ signal }): Promise<{ is_open: boolean }> => {
    const response = await fetch(PATH, { signal, headers: { Accept: 'application/json', 'Accept-Language': language } }).catch(
      (error: unknown) => {
        if (signal.aborted) throw error;
        throw unreachable();
      },
    );
    return readAnswer(PATH, await response.text(), response.status, response.headers.get('x-request-id'));
  },
  staleTime: Number.POSITIVE_INFINITY,
});
