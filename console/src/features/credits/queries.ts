import { queryOptions } from '@tanstack/react-query';
import {
  type BudgetViewFragment,
  type CreditBucket,
  type CreditEntryKind,
  CreditsDocument,
  type CreditsQuery,
  LedgerDocument,
  type LedgerEntryFragment,
  WorkspaceBudgetDocument,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type Credits = NonNullable<CreditsQuery['workspace']>['credits'];
export type CreditUse = NonNullable<Credits['use']>;

/** Null values do not filter. */
export interface LedgerFilter {
  bucket: CreditBucket | null;
  kind: CreditEntryKind | null;
}

const POLL_MS = 10_000;

export function creditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['credits', workspaceId],
    queryFn: async ({ signal }): Promise<Credits | null> =>
      (await runDocument(CreditsDocument, { workspaceId }, signal)).workspace?.credits ?? null,
    refetchInterval: POLL_MS,
  });
}

/** The workspace's monthly budget and its usage. */
export function budgetQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['budget', workspaceId],
    queryFn: async ({ signal }): Promise<BudgetViewFragment | null> =>
      (await runDocument(WorkspaceBudgetDocument, { workspaceId }, signal)).workspace,
    refetchInterval: POLL_MS,
  });
}

/** Newest first. */
export function ledgerQuery(workspaceId: string, filter: LedgerFilter) {
  return pagedQuery<LedgerEntryFragment>({
    queryKey: ['ledger', workspaceId, filter],
    read: async (after, signal) => (await runDocument(LedgerDocument, { workspaceId, ...filter, after }, signal)).workspace?.credits.ledger,
    refetchInterval: POLL_MS,
  });
}
