import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  OperatorDocument,
  OperatorFiguresDocument,
  type OperatorFiguresQuery,
  type OperatorQuery,
  OperatorWorkspacesDocument,
  SignupsDocument,
  type SignupViewFragment,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type OperatorFacts = NonNullable<OperatorQuery['operator']>;
export type ServiceFacts = NonNullable<OperatorFiguresQuery['operator']>;

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
      launchSteps: first.launchSteps,
      networks: first.networks,
      prices: first.prices,
      products: first.products,
      isSignUpOpen: first.isSignUpOpen,
      plans: first.plans,
      accounts: pages.flatMap((page) => page?.accounts.edges.map(({ node }) => node) ?? []),
    };
  },
});

/** How the service does now; null unless the viewer is an operator. */
export const figuresQuery = queryOptions({
  queryKey: ['operator', 'figures'],
  queryFn: async ({ signal }): Promise<ServiceFacts | null> => (await runDocument(OperatorFiguresDocument, {}, signal)).operator,
  refetchInterval: 15_000,
});

/** Sign-ups, oldest first. */
export const signupsQuery = pagedQuery<SignupViewFragment>({
  queryKey: ['operator', 'signups'],
  read: async (after, signal) => (await runDocument(SignupsDocument, { after }, signal)).operator?.signups,
});

/** An account, with its workspaces. */
export interface AccountChoice {
  name: string;
  workspaces: { id: string; name: string }[];
}

/** The newest accounts with their workspaces, or those that are found. */
export function workspacesQuery(search: string) {
  return queryOptions({
    queryKey: ['operator', 'workspaces', search],
    queryFn: async ({ signal }): Promise<AccountChoice[]> => {
      const { operator } = await runDocument(OperatorWorkspacesDocument, { search }, signal);
      return (operator?.accounts.edges ?? []).map(({ node: { name, workspaces } }) => ({ name, workspaces: workspaces ?? [] }));
    },
  });
}
