import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, Info, InputType, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { canIn, hasDecidingRole, requireWorkspace } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Deciders } from '../../access/workspace-policies.ts';
import { MOST_COUNTED } from '../../approvals/approval-queries.ts';
import { changeApprovalPolicy } from '../../workspaces/change-approval-policy.ts';
import { changeWorkspace } from '../../workspaces/change-workspace.ts';
import {
  archiveWorkspace,
  createWorkspace,
  pauseWorkspace,
  restoreWorkspace,
  resumeWorkspace,
} from '../../workspaces/workspace-lifecycle.ts';
import { AccountType, toAccountType } from '../access/members.types.ts';
import { askAhead } from '../approvals/approvals-page.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType, WorkspaceViewerCanType } from './workspace.types.ts';
import {
  ChangeApprovalPolicyInput,
  ChangeWorkspaceInput,
  DecidersEnum,
  toPolicyChange,
  toWorkspaceChange,
} from './workspace-settings.types.ts';

@Resolver(() => WorkspaceType)
export class WorkspaceResolver {
  @Authorized('read')
  @Query(() => WorkspaceType, { nullable: true, description: 'One workspace; null when there is none by that id for the caller.' })
  workspace(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: '`wsp_…`.' }) id: string,
  ): Promise<WorkspaceType | null> {
    const load = () => {
      askAhead(ctx, id, info);
      return requireWorkspace(ctx, id, 'read');
    };
    const toNode = (row: Workspace) => {
      ctx.loaders.workspace.prime(id, row);
      return toWorkspaceType(row);
    };
    return readOrNull(ctx, load, toNode);
  }

  @FieldResolver(() => AccountType, { description: 'The account that owns it.' })
  async account(@Ctx() { loaders }: GraphqlContext, @Root() { row }: WorkspaceType): Promise<AccountType> {
    return toAccountType(await required(loaders.account.load(row.accountId)));
  }

  @FieldResolver(() => WorkspaceViewerCanType, { description: 'What the caller may do here.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): WorkspaceViewerCanType {
    const { actor } = ctx;
    const writes = actor.kind === 'agent' ? actor.scopes.includes('drafts:write') : canIn(ctx, row.accountId, 'write');
    return {
      decide: !row.archivedAt && canIn(ctx, row.accountId, 'decide'),
      createDraft: !row.archivedAt && writes,
      manageConnections: canIn(ctx, row.accountId, 'manage'),
      manageSettings: canIn(ctx, row.accountId, 'manage'),
      viewCredits: canIn(ctx, row.accountId, 'read'),
      exportAudit: canIn(ctx, row.accountId, 'manage'),
    };
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when an owner has paused everything that goes out of here; null while it goes.',
  })
  pausedAt(@Root() { row }: WorkspaceType): Date | null {
    return row.pausedAt ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when it is put away: it can be read, and nothing is written in it or goes out; null while it is in use.',
  })
  archivedAt(@Root() { row }: WorkspaceType): Date | null {
    return row.archivedAt ?? null;
  }

  @FieldResolver(() => Int, {
    description: 'How many people of the account may decide here: by the policy, or by another one that is thought about.',
  })
  async deciderCount(
    @Ctx() { loaders }: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Arg('deciders', () => DecidersEnum, { nullable: true, description: 'Whose decisions would count; the policy’s when left out.' })
    deciders?: Deciders | null,
  ): Promise<number> {
    const terms = { deciders: deciders ?? row.deciders };
    return (await loaders.deciders.load(row.accountId)).filter(({ role }) => hasDecidingRole(role, terms)).length;
  }

  @FieldResolver(() => Int, {
    description: `The number of pending approvals, counted up to ${MOST_COUNTED}; one more than that means "more".`,
  })
  async waitingCount(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return (await loaders.waiting.load(id)).approvals;
  }

  @Authorized('manage')
  @Mutation(() => WorkspaceType, {
    description:
      'Sends nothing new of the workspace until it is resumed; what is under way ends by itself. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async pauseWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => pauseWorkspace(tx, workspaceId)));
  }

  @Authorized('manage')
  @Mutation(() => WorkspaceType, {
    description: 'Lets a paused workspace go on. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async resumeWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => resumeWorkspace(tx, workspaceId)));
  }
}

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

@InputType('CreateWorkspaceInput', { description: 'Another workspace of an account.' })
class CreateWorkspaceInput {
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
