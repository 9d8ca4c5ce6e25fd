import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { NOTICE_KINDS } from '../../access/notice.entity.ts';
import { listNoticeBatches, listNotices, markNoticesSeen } from '../../access/notices.ts';
import { type NoticeTopic, TOPIC_OF } from '../../notices/notice-topics.ts';
import { NoticeTopicEnum } from '../access/notice-settings.types.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  NoticeBatchPageType,
  type NoticeBatchType,
  NoticePageType,
  type NoticeType,
  toNoticeBatchType,
  toNoticeType,
} from './notice.types.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

@ArgsType()
class NoticesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only those of this batch, by the id of its first notice; null for all.' })
  batchId!: string | null;
}

@ArgsType()
class NoticeBatchesArgs extends PageArgs {
  @Field(() => NoticeTopicEnum, { nullable: true, description: 'Only those about this; null for all.' })
  topic!: NoticeTopic | null;

  @Field(() => ID, { nullable: true, description: 'Only what this agent asks, `agt_…`; null for all.' })
  agentId!: string | null;
}

@ArgsType()
class SeeNoticesArgs {
  @Field(() => ID, { description: '`wsp_…`.' })
  workspaceId!: string;

  @Field(() => ID, { nullable: true, description: 'The oldest notice of a stretch, `ntc_…`; null for everything up to `upToId`.' })
  fromId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The newest notice of a stretch, `ntc_…`; null for no stretch.' })
  upToId!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The newest notices of batches that were on the screen, at most 100: each marks its batch up to it.',
  })
  shownIds!: string[] | null;
}

@Resolver(() => WorkspaceType)
export class NoticeResolver {
  @FieldResolver(() => NoticePageType, {
    nullable: true,
    description: 'The notices of the person, newest first. Null for agents.',
  })
  async notices(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => NoticesArgs) { batchId, ...page }: NoticesArgs,
  ): Promise<Page<NoticeType> | null> {
    const found = await listNotices(ctx, row.accountId, { ...pageRequest(page), batchId });
    return found && toPage(found, (row) => toNoticeType(row, ctx.translate));
  }

  @FieldResolver(() => NoticeBatchPageType, {
    nullable: true,
    description: 'The same notices in batches, newest first: the requests of one agent within an hour are one row. Null for agents.',
  })
  async noticeBatches(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => NoticeBatchesArgs) { topic, agentId, ...page }: NoticeBatchesArgs,
  ): Promise<Page<NoticeBatchType> | null> {
    const kinds = topic === null ? [] : NOTICE_KINDS.filter((kind) => TOPIC_OF[kind] === topic);
    const found = await listNoticeBatches(ctx, row.accountId, { ...pageRequest(page), kinds, agentId });
    if (!found) return null;
    const { loaders, translate } = ctx;
    const names = new Map(
      await Promise.all(
        found.items.map(async ({ id, newest: { agentId = null, workspaceId = null } }) => {
          const agent = agentId ? loaders.agent.load(agentId) : null;
          const workspace = workspaceId ? loaders.workspace.load(workspaceId) : null;
          return [id, { agent: (await agent)?.name ?? null, workspaceName: (await workspace)?.name ?? null }] as const;
        }),
      ),
    );
    return toPage(found, (batch) => toNoticeBatchType(batch, { agent: null, workspaceName: null, ...names.get(batch.id), translate }));
  }

  @FieldResolver(() => Int, {
    description: 'How many batches of it have something that the person has not seen; 100 means more than 99. 0 for agents.',
  })
  async unseenNotices(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return (await loaders.waiting.load(id)).news;
  }

  @Authorized('person', 'read')
  @Mutation(() => WorkspaceType, {
    description:
      'Marks notices as seen; call it for what a person really had before their eyes, since what is seen is not mailed. Name a stretch, or the newest notices of batches that were shown. Errors: `not_found`, `insufficient_role`, `bad_user_input`.',
  })
  async seeNotices(@Ctx() ctx: GraphqlContext, @Args(() => SeeNoticesArgs) seen: SeeNoticesArgs): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => markNoticesSeen(tx, { ...seen, shownIds: seen.shownIds ?? [] })));
  }
}
