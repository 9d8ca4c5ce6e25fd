import { queryOptions } from '@tanstack/react-query';
import { CreditsDocument, type CreditsQuery, LedgerDocument, type LedgerEntryFragment } from '../../gql/graphql.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { runDocument } from '../../lib/run-document.ts';

export type Credits = NonNullable<CreditsQuery['workspace']>['credits'];

const POLL_MS = 10_000;

export function creditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['credits', workspaceId],
    queryFn: async ({ signal }): Promise<Credits | null> =>
      (await runDocument(CreditsDocument, { workspaceId }, signal)).workspace?.credits ?? null,
    refetchInterval: POLL_MS,
  });
}

/** Newest first. */
export function ledgerQuery(workspaceId: string) {
  return pagedQuery<LedgerEntryFragment>({
    queryKey: ['ledger', workspaceId],
    read: async (after, signal) => (await runDocument(LedgerDocument, { workspaceId, after }, signal)).workspace?.credits.ledger,
    refetchInterval: POLL_MS,
  });
}
