import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  OperatorDocument,
  OperatorProductsDocument,
  type OperatorProductsQuery,
  type OperatorQuery,
  SignupsDocument,
  type SignupViewFragment,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type OperatorFacts = NonNullable<OperatorQuery['operator']>;
export type OperatorAccount = OperatorFacts['accounts']['edges'][number]['node'];
type Products = NonNullable<OperatorProductsQuery['workspace']>['credits']['products'];

/** Launch steps and the accounts, page by page; null unless the viewer is an operator. */
export const operatorQuery = infiniteQueryOptions({
  queryKey: ['operator'],
  queryFn: async ({ pageParam, signal }): Promise<OperatorFacts | null> =>
    (await runDocument(OperatorDocument, { after: pageParam }, signal)).operator,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page?.accounts.pageInfo.hasNextPage ? page.accounts.pageInfo.endCursor : null),
  select: ({ pages }) => {
    const [first] = pages;
    if (!first) return null;
    return {
      stop: first.stop,
      figures: first.figures,
      databaseWarnings: first.databaseWarnings,
      keptByAge: first.keptByAge,
      launchSteps: first.launchSteps,
      networks: first.networks,
      prices: first.prices,
      isSignUpOpen: first.isSignUpOpen,
      plans: first.plans,
      accounts: pages.flatMap((page) => page?.accounts.edges.map(({ node }) => node) ?? []),
    };
  },
});

/** Sign-ups, oldest first. */
export const signupsQuery = pagedQuery<SignupViewFragment>({
  queryKey: ['operator', 'signups'],
  read: async (after, signal) => (await runDocument(SignupsDocument, { after }, signal)).operator?.signups,
});

/** The catalogue of products. */
export function productsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['products', workspaceId],
    queryFn: async ({ signal }): Promise<Products> =>
      (await runDocument(OperatorProductsDocument, { workspaceId }, signal)).workspace?.credits.products ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Every workspace of the accounts, by the name of its account. */
export function workspaceChoices(accounts: readonly OperatorAccount[]): { group: string; items: { value: string; label: string }[] }[] {
  return accounts.map(({ name, workspaces }) => ({
    group: name,
    items: (workspaces ?? []).map((workspace) => ({ value: workspace.id, label: workspace.name })),
  }));
}
