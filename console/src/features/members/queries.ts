import { queryOptions } from '@tanstack/react-query';
import { MembersDocument, type MembersQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

export type AccountPeople = NonNullable<MembersQuery['workspace']>['account'];

/** The members of the workspace's account, and open invitations. */
export function membersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: async ({ signal }): Promise<AccountPeople | null> =>
      (await runDocument(MembersDocument, { workspaceId }, signal)).workspace?.account ?? null,
    refetchInterval: 30_000,
  });
}
