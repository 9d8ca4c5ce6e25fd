import { Workspace } from '../../access/workspace.entity.ts';
import { wantsSignature } from '../../approvals/signatures/request-signature.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type Places } from '../../db/tables.ts';
import type { SubjectIds } from './subject.ts';

/** The workspaces of these subjects, with their policies. */
export const WORKSPACES = rowsOf(Workspace, (from, { workspaces }: Places<Pick<SubjectIds, 'workspaces'>>) =>
  from.where('t.id', '=', anyOf(workspaces)),
);

/** Whether automatic publishing is permitted there: not for platforms that need a signature. */
export function allowsAuto(workspace: Workspace, targets: readonly { platform: string }[]): boolean {
  const platforms = targets.map(({ platform }) => platform);
  return workspace.allowsAuto && !wantsSignature(workspace, platforms);
}
