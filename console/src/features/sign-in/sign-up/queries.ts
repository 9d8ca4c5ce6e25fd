import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../../lib/http/get-json.ts';

/** Whether sign-up is open. */
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  queryFn: async ({ signal }) => (await getJson<{ is_open: boolean; is_set_up: boolean }>('/api/auth/sign-up', signal)).answer,
  staleTime: Number.POSITIVE_INFINITY,
});
