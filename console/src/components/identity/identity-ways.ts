import { queryOptions } from '@tanstack/react-query';
import { IdentityWaysDocument, type IdentityWaysQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

/** How the person can confirm their identity, besides the password. */
export const identityWaysQuery = queryOptions({
  queryKey: ['identity-ways'],
  queryFn: async ({ signal }): Promise<IdentityWaysQuery['security']> => (await runDocument(IdentityWaysDocument, {}, signal)).security,
});
