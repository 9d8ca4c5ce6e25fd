import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { localizeName } from '../../languages/translate.ts';
import { overrideFinding } from '../../publishing/review/override-finding.ts';
import { changeSafetyPolicy } from '../../workspaces/change-safety-policy.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { ChangeSafetyPolicyInput, SafetyPolicyType, toSafetyPolicyChange, toSafetyPolicyType } from '../workspaces/safety-policy.types.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { OverrideFindingInput, SafetyOverrideType } from './safety-finding.types.ts';

/** The severity of the safety checks in a workspace, and the dismissal of single findings. */
@Resolver(() => WorkspaceType)
export class SafetyResolver {
  @FieldResolver(() => SafetyPolicyType, { description: 'Policy: the severity of the safety checks.' })
  safety(@Root() { row }: WorkspaceType): SafetyPolicyType {
    return toSafetyPolicyType(row.safety);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Changes the severity of the safety checks with immediate effect, also for pending posts. Owners only; requires recent authentication. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `settings_changed`, `validation_failed`.',
  })
  changeSafetyPolicy(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeSafetyPolicyInput, { description: 'The policy to change.' }) input: ChangeSafetyPolicyInput,
  ): Promise<WorkspaceType> {
    return withHttpStatus(async () => toWorkspaceType(await mutate(ctx, (tx) => changeSafetyPolicy(tx, toSafetyPolicyChange(input)))));
  }

  @Authorized('decide', 'recent_sign_in')
  @Mutation(() => SafetyOverrideType, {
    description:
      'Dismisses one blocking finding for exactly this content, with a recorded reason. It approves nothing, and is void once the content changes. Owners and approvers. Errors: `not_found`, `insufficient_role` (an agent is always refused), `content_changed`, `invalid_state`, `validation_failed`.',
  })
  async liftFinding(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => OverrideFindingInput, { description: 'The finding and the reason.' }) input: OverrideFindingInput,
  ): Promise<SafetyOverrideType> {
    const { override, by } = await mutate(ctx, (tx) => overrideFinding(tx, input));
    return { by: localizeName(by, ctx.translate), reason: override.reason, at: override.createdAt };
  }
}
