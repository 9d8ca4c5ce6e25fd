import { queryOptions } from '@tanstack/react-query';
import { MembersDocument, type MembersQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

export type AccountPeople = NonNullable<MembersQuery['workspace']>['account'];

/** The people of the workspace's account, and who is invited. */
export function membersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: async ({ signal }): Promise<AccountPeople | null> =>
      (await runDocument(MembersDocument, { workspaceId }, signal)).workspace?.account ?? null,
    refetchInterval: 30_000,
  });
}
