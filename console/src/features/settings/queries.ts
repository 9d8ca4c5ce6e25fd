import { queryOptions } from '@tanstack/react-query';
import { SettingsDocument, type SettingsViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';

export type Settings = SettingsViewFragment;

/** The values of the policy form. */
export type PolicyValues = Pick<
  Settings,
  | 'approvalsRequired'
  | 'deciders'
  | 'refusesSelfApproval'
  | 'countsClients'
  | 'stages'
  | 'askInTurn'
  | 'turnHours'
  | 'requiresSignature'
  | 'signedPlatforms'
  | 'approvalHours'
  | 'allowsAuto'
  | 'movesAskAgain'
>;

/** Read when the page is opened and after a save; a form that is being filled in is not pulled away by a poll. */
export function settingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['settings', workspaceId],
    queryFn: async ({ signal }): Promise<Settings | null> => (await runDocument(SettingsDocument, { workspaceId }, signal)).workspace,
    refetchOnWindowFocus: false,
  });
}
