import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { changeApprovalPolicy } from '../../workspaces/change-approval-policy.ts';
import { changeWorkspace } from '../../workspaces/change-workspace.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';
import { ChangeApprovalPolicyInput, ChangeWorkspaceInput, toPolicyChange, toWorkspaceChange } from './workspace-settings.types.ts';

/** Owners' settings. Everything pending is evaluated again afterwards. */
@Resolver()
export class WorkspaceSettingsResolver {
  @Authorized('manage')
  @Mutation(() => WorkspaceType, {
    description:
      'Changes the name, schedule, voice and blocked terms of a workspace, effective at once. Owners only. Errors: `not_found`, `insufficient_role`, `settings_changed`, `validation_failed`.',
  })
  async changeWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeWorkspaceInput, { description: 'The settings to change.' }) input: ChangeWorkspaceInput,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => changeWorkspace(tx, toWorkspaceChange(input))));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Changes the approval policy. Owners only, recently authenticated. Pending requests keep their terms unless the new ones are stricter. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `settings_changed`, `validation_failed`.',
  })
  changeApprovalPolicy(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeApprovalPolicyInput, { description: 'The policy to change.' }) input: ChangeApprovalPolicyInput,
  ): Promise<WorkspaceType> {
    return withHttpStatus(async () => toWorkspaceType(await mutate(ctx, (tx) => changeApprovalPolicy(tx, toPolicyChange(input)))));
  }
}
