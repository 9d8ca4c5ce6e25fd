import { queryOptions } from '@tanstack/react-query';
import { SecurityDocument, type SecurityViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

/** How the signed-in person signs in, and where they are signed in. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: async ({ signal }): Promise<SecurityViewFragment | null> => (await runDocument(SecurityDocument, {}, signal)).security,
  refetchInterval: 30_000,
});
