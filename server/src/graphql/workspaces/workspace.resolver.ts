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
import { preloadApprovals } from '../approvals/approvals-page.ts';
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
  @Query(() => WorkspaceType, {
    nullable: true,
    description: 'A workspace by id; null if it does not exist or the caller may not read it.',
  })
  workspace(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) id: string,
  ): Promise<WorkspaceType | null> {
    const load = () => {
      preloadApprovals(ctx, id, info);
      return requireWorkspace(ctx, id, 'read');
    };
    const toNode = (row: Workspace) => {
      ctx.loaders.workspace.prime(id, row);
      return toWorkspaceType(row);
    };
    return readOrNull(ctx, load, toNode);
  }

  @FieldResolver(() => AccountType, { description: 'The account of the workspace.' })
  async account(@Ctx() { loaders }: GraphqlContext, @Root() { row }: WorkspaceType): Promise<AccountType> {
    return toAccountType(await required(loaders.account.load(row.accountId)));
  }

  @FieldResolver(() => WorkspaceViewerCanType, { description: 'What the caller may do in the workspace.' })
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
    description: 'When an owner paused publishing; null if it is not paused.',
  })
  pausedAt(@Root() { row }: WorkspaceType): Date | null {
    return row.pausedAt ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the workspace was archived, which makes it read-only; null if it is not archived.',
  })
  archivedAt(@Root() { row }: WorkspaceType): Date | null {
    return row.archivedAt ?? null;
  }

  @FieldResolver(() => Int, {
    description: 'How many members of the account may decide, by the current policy or by a given one.',
  })
  async deciderCount(
    @Ctx() { loaders }: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Arg('deciders', () => DecidersEnum, {
      nullable: true,
      description: 'Whose decisions would count; as in the current policy if omitted.',
    })
    deciders?: Deciders | null,
  ): Promise<number> {
    const terms = { deciders: deciders ?? row.deciders };
    return (await loaders.deciders.load(row.accountId)).filter(({ role }) => hasDecidingRole(role, terms)).length;
  }

  @FieldResolver(() => Int, {
    description: `The number of pending approvals and requested removals that the caller may decide now, counted up to ${MOST_COUNTED}; one more means "more than ${MOST_COUNTED}".`,
  })
  async waitingCount(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    const { approvals, removals } = await loaders.waiting.load(id);
    return Math.min(approvals + removals, MOST_COUNTED + 1);
  }

  @FieldResolver(() => Int, { description: 'The pending approvals among `waitingCount`, counted alone in the same way.' })
  async waitingApprovals(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return Math.min((await loaders.waiting.load(id)).approvals, MOST_COUNTED + 1);
  }

  @FieldResolver(() => Int, {
    description: 'The requested removals of published posts among `waitingCount`, counted alone in the same way.',
  })
  async waitingRemovals(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return (await loaders.waiting.load(id)).removals;
  }

  @Authorized('manage')
  @Mutation(() => WorkspaceType, {
    description:
      'Pauses publishing of the workspace until it is resumed. Posts that are already being sent are completed. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async pauseWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => pauseWorkspace(tx, workspaceId)));
  }

  @Authorized('manage')
  @Mutation(() => WorkspaceType, {
    description: 'Resumes publishing of a paused workspace. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async resumeWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) workspaceId: string,
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
      'Changes the name, schedule, voice, blocked terms and denied hosts of a workspace with immediate effect. Owners only. Errors: `not_found`, `insufficient_role`, `settings_changed`, `validation_failed`.',
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
      'Changes the approval policy. Pending approvals keep their terms unless the new ones are stricter. Owners only; requires recent authentication. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `settings_changed`, `validation_failed`.',
  })
  changeApprovalPolicy(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeApprovalPolicyInput, { description: 'The policy to change.' }) input: ChangeApprovalPolicyInput,
  ): Promise<WorkspaceType> {
    return withHttpStatus(async () => toWorkspaceType(await mutate(ctx, (tx) => changeApprovalPolicy(tx, toPolicyChange(input)))));
  }
}

@InputType('CreateWorkspaceInput', { description: 'A new workspace.' })
class CreateWorkspaceInput {
  @Field(() => ID, { description: 'The account, `acc_…`.' })
  accountId!: string;

  @Field(() => String, { description: 'The workspace’s name, 1 to 200 characters.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'A workspace of the account to copy the settings from, `wsp_…`; default settings if omitted.',
  })
  copyFrom?: string | null;
}

@Resolver()
export class WorkspaceLifecycleResolver {
  @Authorized('person', 'manage')
  @Mutation(() => WorkspaceType, {
    description:
      'Creates a workspace. Owners only. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `invalid_state` (the account has its maximum number of workspaces), `validation_failed`.',
  })
  async createWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => CreateWorkspaceInput, { description: 'The new workspace.' }) input: CreateWorkspaceInput,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => createWorkspace(tx, { ...input })));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Archives a workspace: it becomes read-only and publishes nothing. Owners only; requires recent authentication. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `reauthentication_required`, `invalid_state` (the account’s last active workspace).',
  })
  async archiveWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => archiveWorkspace(tx, workspaceId)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Restores an archived workspace, paused. Owners only; requires recent authentication. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `reauthentication_required`, `invalid_state` (the account has its maximum number of workspaces).',
  })
  async restoreWorkspace(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) workspaceId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => restoreWorkspace(tx, workspaceId)));
  }
}
