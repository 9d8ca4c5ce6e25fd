import { queryOptions } from '@tanstack/react-query';
import { GrantRequestDocument, type GrantRequestViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

const POLL_MS = 2_000;

/**
 * A request by its id or by the agent's link. Looked up once: each lookup binds the request to this session, and a
 * wrong one counts as a guess. Polled only after it was allowed, until the agent has its key.
 */
export function grantRequestQuery(requestId: string) {
  return queryOptions({
    queryKey: ['grant-request', requestId],
    queryFn: async ({ signal }): Promise<GrantRequestViewFragment> =>
      (await runDocument(GrantRequestDocument, { requestId, userCode: null }, signal)).grantRequest,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data?.state === 'APPROVED' && state.data.flow === 'DEVICE' ? POLL_MS : false),
  });
}
