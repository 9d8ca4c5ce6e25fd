import { queryOptions } from '@tanstack/react-query';
import { ClientSharingDocument, type ClientSharingQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

export type ClientSharing = NonNullable<ClientSharingQuery['workspace']>;

/** Whether posts can be shared with clients, and the links that work. */
export function clientSharingQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['client-sharing', workspaceId],
    queryFn: async ({ signal }): Promise<ClientSharing | null> =>
      (await runDocument(ClientSharingDocument, { workspaceId }, signal)).workspace ?? null,
  });
}
