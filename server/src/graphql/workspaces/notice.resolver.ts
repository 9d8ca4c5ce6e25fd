import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { listNotices, markNoticesSeen } from '../../access/notices/notices.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { NoticePageType, type NoticeType, toNoticeType } from './notice.types.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

@Resolver(() => WorkspaceType)
export class NoticeResolver {
  @FieldResolver(() => NoticePageType, {
    nullable: true,
    description: 'What the person is told, the newest first. Null for agents.',
  })
  async notices(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<NoticeType> | null> {
    const found = await listNotices(ctx, row.accountId, pageRequest(page));
    return found && toPage(found, (row) => toNoticeType(row, ctx.translate));
  }

  @FieldResolver(() => Int, {
    description: 'How much of it the person has not seen yet; 100 stands for any number above 99. 0 for agents.',
  })
  async unseenNotices(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return (await loaders.waiting.load(id)).news;
  }

  @Mutation(() => WorkspaceType, {
    description:
      'Marks what the person is told as seen, from one notice to another, both included. Errors: `not_found`, `insufficient_role`.',
  })
  async seeNotices(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
    @Arg('fromId', () => ID, { description: 'The oldest notice that was on the screen, `ntc_…`.' }) fromId: string,
    @Arg('upToId', () => ID, { description: 'The newest notice that was on the screen, `ntc_…`.' }) upToId: string,
  ): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => markNoticesSeen(tx, { workspaceId, fromId, upToId })));
  }
}
