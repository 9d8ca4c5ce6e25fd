import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { markNoticesSeen } from '../../access/notices/mark-notices-seen.ts';
import { listNotices } from '../../access/notices/notice-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { NoticePageType, type NoticeType, toNoticeType } from './notice.types.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

@Resolver(() => WorkspaceType)
export class NoticeResolver {
  @FieldResolver(() => NoticePageType, {
    nullable: true,
    description:
      'What the person is told, the newest first: what concerns them alone, and as an owner what happens in the account. Null for agents.',
  })
  async notices(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<NoticeType> | null> {
    const found = await listNotices(ctx, row.accountId, pageRequest(page));
    return found && toPage(found, toNoticeType);
  }

  @Mutation(() => WorkspaceType, {
    description: 'Marks what the person is told as seen, up to this notice. Errors: `not_found`, `insufficient_role`.',
  })
  async seeNotices(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
    @Arg('upToId', () => ID, { description: 'The newest notice that was on the screen, `ntc_…`.' }) upToId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => markNoticesSeen(tx, { workspaceId, upToId })));
  }
}
