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
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';

export type Credits = NonNullable<CreditsQuery['workspace']>['credits'];
export type CreditUse = NonNullable<Credits['use']>;

/** Null values do not filter. */
export interface LedgerFilter {
  bucket: CreditBucket | null;
  kind: CreditEntryKind | null;
}

/** Payments and gifts are not announced; what is published and approved is. */
const POLL_MS = 20_000;
/** Reserves credits, or spends them. */
const SPENT = live('PUBLISH_JOB', 'APPROVAL');

export function creditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['credits', workspaceId],
    queryFn: async ({ signal }): Promise<Credits | null> =>
      (await runDocument(CreditsDocument, { workspaceId }, signal)).workspace?.credits ?? null,
    ...SPENT,
    refetchInterval: POLL_MS,
  });
}

/** The workspace's monthly budget and its usage. */
export function budgetQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['budget', workspaceId],
    queryFn: async ({ signal }): Promise<BudgetViewFragment | null> =>
      (await runDocument(WorkspaceBudgetDocument, { workspaceId }, signal)).workspace,
    ...SPENT,
  });
}

/** Newest first. */
export function ledgerQuery(workspaceId: string, filter: LedgerFilter) {
  return pagedQuery<LedgerEntryFragment>({
    queryKey: ['ledger', workspaceId, filter],
    read: async (after, signal) => (await runDocument(LedgerDocument, { workspaceId, ...filter, after }, signal)).workspace?.credits.ledger,
    ...SPENT,
    refetchInterval: POLL_MS,
  });
}
