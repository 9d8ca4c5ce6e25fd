import type { Actor, Scope } from '../access/actor.ts';
import { roleMay } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Draft } from './draft.entity.ts';
import { DRAFT_TRANSITIONS, type DraftState } from './draft-states.ts';

export type DraftAction = 'caption' | 'submit' | 'edit' | 'archive' | 'publish';

/** The scope that an agent needs for each; a person needs a role that may write. */
const SCOPE_FOR: Record<DraftAction, Scope> = {
  caption: 'captions:write',
  submit: 'jobs:write',
  edit: 'drafts:write',
  archive: 'drafts:write',
  publish: 'jobs:write',
};

/**
 * The states from which a draft can be submitted: not while an approval is open or given, and not if its content was
 * rejected.
 */
const SUBMITTABLE: readonly DraftState[] = ['draft', 'changes_requested', 'failed'];

/**
 * What this caller may do next with the draft, by its state and their scopes or role; nothing in an archived
 * workspace. `publish` means queueing without an approval. For approvers, see approvals/approval.policy.ts.
 */
export function allowedDraftActions(
  draft: Draft,
  actor: Actor,
  workspace: Pick<Workspace, 'id' | 'accountId' | 'allowsAuto' | 'archivedAt'>,
): DraftAction[] {
  if (workspace.archivedAt) return [];
  const isEditable = draft.state === 'draft' || DRAFT_TRANSITIONS[draft.state].includes('draft');
  const isSubmittable = SUBMITTABLE.includes(draft.state);
  const allowed: Record<DraftAction, boolean> = {
    caption: isEditable,
    submit: isSubmittable,
    edit: isEditable,
    archive: DRAFT_TRANSITIONS[draft.state].includes('archived'),
    publish:
      isSubmittable && !draft.approvalRequired && workspace.allowsAuto && actor.kind === 'agent' && actor.scopes.includes('publish:auto'),
  };
  const actions: DraftAction[] = ['caption', 'submit', 'edit', 'archive', 'publish'];
  return actions.filter((action) => allowed[action] && mayWrite(actor, workspace, SCOPE_FOR[action]));
}

function mayWrite(actor: Actor, workspace: Pick<Workspace, 'id' | 'accountId'>, scope: Scope): boolean {
  if (actor.kind === 'agent') return actor.workspaceId === workspace.id && actor.scopes.includes(scope);
  if (actor.kind === 'user') return roleMay(actor.roles.get(workspace.accountId), 'write');
  return actor.kind === 'operator';
}
