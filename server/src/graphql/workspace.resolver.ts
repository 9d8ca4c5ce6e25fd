import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { canIn, requireWorkspace } from '../access/authorise.ts';
import { AccountType, toAccountType } from './account.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { readOrNull } from './read-or-null.ts';
import { required } from './required.ts';
import { toWorkspaceType, WorkspaceType, WorkspaceViewerCanType } from './workspace.types.ts';

@Resolver(() => WorkspaceType)
export class WorkspaceResolver {
  @Query(() => WorkspaceType, { nullable: true, description: 'One workspace; null when there is none by that id for the caller.' })
  workspace(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID, { description: '`wsp_…`.' }) id: string): Promise<WorkspaceType | null> {
    return readOrNull(ctx, () => requireWorkspace(ctx, id, 'read'), toWorkspaceType);
  }

  @FieldResolver(() => AccountType, { description: 'The account that owns it.' })
  async account(@Ctx() { loaders }: GraphqlContext, @Root() { row }: WorkspaceType): Promise<AccountType> {
    return toAccountType(await required(loaders.account.load(row.accountId)));
  }

  @FieldResolver(() => WorkspaceViewerCanType, { description: 'What the caller may do here.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): WorkspaceViewerCanType {
    const { actor } = ctx;
    return {
      decide: canIn(ctx, row.accountId, 'decide'),
      createDraft: actor.kind === 'agent' ? actor.scopes.includes('drafts:write') : canIn(ctx, row.accountId, 'write'),
      manageConnections: canIn(ctx, row.accountId, 'manage'),
      manageSettings: canIn(ctx, row.accountId, 'manage'),
      viewCredits: canIn(ctx, row.accountId, 'read'),
    };
  }

  @FieldResolver(() => Int, { description: 'How many approvals wait for people.' })
  waitingCount(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return loaders.waitingCount.load(id);
  }
}
