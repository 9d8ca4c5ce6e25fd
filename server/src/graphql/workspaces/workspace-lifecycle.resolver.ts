import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import { archiveWorkspace, restoreWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

@InputType('CreateWorkspaceInput', { description: 'Another workspace of an account.' })
export class CreateWorkspaceInput {
  @Field(() => ID, { description: 'The account, `acc_…`.' })
  accountId!: string;

  @Field(() => String, { description: 'Its name, 1 to 200 characters.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'A workspace of the account whose settings it begins with.' })
  copyFrom?: string | null;
}

@Resolver()
export class WorkspaceLifecycleResolver {
  @Authorized('person', 'manage')
  @Mutation(() => WorkspaceType, {
    description:
      'Makes another workspace of the account. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `invalid_state` (it has as many as it may), `validation_failed`.',
  })
  async createWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => CreateWorkspaceInput, { description: 'What it is to be.' }) input: CreateWorkspaceInput,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => createWorkspace(tx, { ...input })));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Puts a workspace away: nothing new is sent or written in it, and it can still be read. Owners only, with a recent sign-in. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `reauthentication_required`, `invalid_state` (the last one in use).',
  })
  async archiveWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => archiveWorkspace(tx, workspaceId)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Takes an archived workspace back into use, paused. Owners only, with a recent sign-in. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `reauthentication_required`, `invalid_state` (the account has as many as it may).',
  })
  async restoreWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => restoreWorkspace(tx, workspaceId)));
  }
}
