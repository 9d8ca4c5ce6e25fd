import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { canIn, hasDecidingRole, requireWorkspace } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Deciders } from '../../access/workspace-policies.ts';
import { MOST_COUNTED } from '../../approvals/approval-queries.ts';
import { pauseWorkspace, resumeWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { AccountType, toAccountType } from '../access/account.types.ts';
import { askAhead } from '../approvals/approvals-page.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType, WorkspaceViewerCanType } from './workspace.types.ts';
import { DecidersEnum } from './workspace-settings.types.ts';

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
