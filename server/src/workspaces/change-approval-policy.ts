import { requireWorkspace } from '../access/authorise.ts';
import { decidersOf } from '../access/members/member-queries.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say } from '../languages/sentence.ts';
import { stageFaults, tidyStage } from './check-stages.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { writeSettings } from './write-settings.ts';

/** What is required before anything is published. Absent values stay unchanged. */
export type ApprovalPolicy = Pick<
  Workspace,
  | 'approvalsRequired'
  | 'deciders'
  | 'countsClients'
  | 'refusesSelfApproval'
  | 'requiresSignature'
  | 'signedPlatforms'
  | 'approvalHours'
  | 'askInTurn'
  | 'stages'
  | 'turnHours'
  | 'allowsAuto'
  | 'movesAskAgain'
>;

export interface ChangeApprovalPolicyInput {
  workspaceId: string;
  /** The revision of the settings that was seen. */
  revision: number;
  policy: Partial<ApprovalPolicy>;
}

const RULES = FIELD_RULES.approvals;

/**
 * Sets the policy, by an owner with a recent sign-in. Open requests keep their terms, or get the new ones where they
 * are stricter (approvals/approval-terms.ts). Needs a transaction. Refuses: not_found, insufficient_role (agents
 * too), reauthentication_required, settings_changed, validation_failed.
 */
export async function changeApprovalPolicy(ctx: Context, { workspaceId, revision, policy }: ChangeApprovalPolicyInput): Promise<Workspace> {
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  const workspace = await lockWorkspace(ctx, workspaceId, revision);
  const faults = [
    ...rangeFaults('/approvals_required', policy.approvalsRequired, RULES.approvalsRequired),
    ...rangeFaults('/approval_hours', policy.approvalHours, RULES.approvalHours),
    ...rangeFaults('/turn_hours', policy.turnHours, RULES.turnHours),
    ...platformFaults(ctx, policy.signedPlatforms ?? []),
    ...(await orderFaults(ctx, workspace, policy.askInTurn ?? [])),
    ...(await stageFaults(ctx, workspace, { ...workspace, ...policy })),
  ];
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
  const { signedPlatforms, askInTurn } = policy;
  const tidy = {
    ...(signedPlatforms && { signedPlatforms: [...new Set(signedPlatforms)].sort() }),
    ...(askInTurn && { askInTurn: [...new Set(askInTurn)] }),
    ...(policy.stages && { stages: policy.stages.map(tidyStage) }),
  };
  await writeSettings(ctx, workspace, { ...policy, ...tidy }, 'approval_policy.changed');
  return workspace;
}

function platformFaults({ platforms }: Context, ids: readonly string[]): FieldError[] {
  return ids.flatMap((id, index) =>
    platforms.has(id) ? [] : [{ pointer: `/signed_platforms/${index}`, message: say`is no platform that is known.` }],
  );
}

/** Members who may decide; those who have left since they were named are skipped. */
async function orderFaults(ctx: Context, { accountId, askInTurn }: Workspace, userIds: readonly string[]): Promise<FieldError[]> {
  const { maxItems } = RULES.askInTurn;
  if (userIds.length > maxItems) return [{ pointer: '/ask_in_turn', message: say`must not name more than ${maxItems} people.` }];
  const people = userIds.length > 0 ? ((await decidersOf(ctx, [accountId])).get(accountId) ?? []) : [];
  return userIds.flatMap((id, index) =>
    askInTurn.includes(id) || people.some(({ userId }) => userId === id)
      ? []
      : [{ pointer: `/ask_in_turn/${index}`, message: say`is not an approver of the account.` }],
  );
}

function rangeFaults(pointer: string, value: number | undefined, { min, max }: { min: number; max: number }): FieldError[] {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return [];
  return [{ pointer, message: say`must be a whole number from ${min} to ${grouped(max)}.` }];
}
