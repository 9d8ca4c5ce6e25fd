import { GraphQLDateTime } from 'graphql-scalars';
import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { NOTICE_KINDS, type Notice, type NoticeKind } from '../../access/notice.entity.ts';
import { listNoticeBatches, listNotices, markNoticesSeen, type NoticeBatch } from '../../access/notices.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import { findEditBatches, inWorkspaceOf, noticePage } from '../../notices/notice-page.ts';
import { type NoticeTopic, TOPIC_OF } from '../../notices/notice-topics.ts';
import { batchMessage, sharedPage } from '../../notices/sending/group-notices.ts';
import { NoticeTopicEnum } from '../access/notice-settings.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

const NoticeKindEnum = createEnum<NoticeKind>('NoticeKind', 'The kind of a notification.', {
  access_granted: 'A member approved an agent.',
  member_joined: 'An invitation was accepted.',
  member_left: 'A member left or was removed.',
  key_rotated: 'An agent exchanged its key for a new one.',
  access_ended: 'An agent’s access was revoked.',
  access_reused: 'An agent’s access was revoked because its authorization code was used twice.',
  credits_low: 'Few credits of a unit are left.',
  credits_bought: 'Purchased credits were added.',
  payment_reversed: 'A payment for credits was refunded or disputed.',
  second_factor_reset: 'The operator removed the recipient’s second factor.',
  approval_waits: 'A post awaits the recipient’s decision.',
  approval_changed: 'A post that the recipient had reviewed changed and awaits a new decision.',
  changes_made: 'The requested changes were made; the post awaits a new decision.',
  approval_reminder: 'A pending post is due or expires soon.',
  approval_expired: 'An approval expired without a decision.',
  approval_approved: 'The recipient’s post was approved.',
  approval_rejected: 'The recipient’s post was rejected.',
  changes_requested: 'Changes to the recipient’s post were requested.',
  comment_added: 'A comment was added to the recipient’s draft.',
  comment_mention: 'A comment mentions the recipient.',
  approval_held: 'The recipient’s approved post was put on hold.',
  approval_reopened: 'A decision on the recipient’s post was withdrawn; the post is pending again.',
  job_held: 'An approved post cannot be published yet: credits, a connection or a permission is missing.',
  job_published: 'A post was published.',
  job_partially_published: 'A post was published on some of its targets.',
  post_different: 'A published post was read back and differs from what was signed.',
  post_gone: 'A published post no longer exists on its network.',
  removal_requested: 'The removal of a published post awaits the recipient’s signature.',
  removal_refused:
    'The removal of a published post was declined by a person, or refused by the network, where a person must then finish it.',
  job_failed: 'A post could not be published.',
  outcome_unknown: 'It is unknown whether a post was published.',
  first_comment_failed: 'The first comment under a published post was not published.',
  workspace_archived: 'An owner archived a workspace.',
  workspace_restored: 'An owner restored an archived workspace.',
  standing_proposed: 'A standing approval was proposed and awaits a signature.',
  standing_ended: 'A standing approval signed by the recipient ended.',
  weekly_summary: 'A summary of the past week.',
  connection_degraded: 'A connection no longer works.',
  connection_ending: 'A connection ends soon, and must be connected again.',
  signups_waiting: 'For operators: a sign-up request is pending.',
  service_stopped: 'For operators: another operator stopped publishing for the whole service.',
  service_restored: 'For operators: the service was restored from a backup and awaits its release.',
  service_late: 'For operators: due posts are not being published, or emails are not being sent.',
  launch_unsigned: 'For operators: accounts of real networks are connected, but a launch step is not signed.',
  network_refused: 'For operators: a network does not accept the service’s registration.',
  payment_problem: 'For operators: a payment must be refunded, a refund failed, or Stripe’s events do not arrive.',
});

@ObjectType('Notice', { implements: NodeType, description: 'A notification to a member of an account or to an operator.' })
class NoticeType extends NodeType {
  @Field(() => NoticeKindEnum, { description: 'The kind of notification.' })
  kind!: NoticeKind;

  @Field(() => String, { description: 'The text, in the language that the request accepts.' })
  message!: string;

  @Field(() => String, {
    description: 'The path of the related page of the console, for instance `/approvals/apr_…` or `/connections?workspace=wsp_…`.',
  })
  path!: string;

  @Field(() => GraphQLDateTime, { description: 'When the notification was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the recipient saw the notification, or what it requested was done; null until then.',
  })
  seenAt!: Date | null;
}

@ObjectType('NoticeBatch', {
  description: 'Notifications grouped into one row: the requests of one agent within an hour, or a single notification.',
})
class NoticeBatchType {
  @Field(() => ID, { description: 'The id of the first notification of the batch, `ntc_…`.' })
  id!: string;

  @Field(() => NoticeType, { description: 'The newest notification of the batch. Pass its id to `seeNotices` once it was shown.' })
  newest!: NoticeType;

  @Field(() => Int, { description: 'The number of notifications.' })
  count!: number;

  @Field(() => Int, { description: 'The number of notifications that the recipient has not seen.' })
  unseenCount!: number;

  @Field(() => String, { description: 'The text of the row, in the language that the request accepts.' })
  message!: string;

  @Field(() => String, { description: 'The path of the related page of the console.' })
  path!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the workspace; null for notifications about the account or the service.',
  })
  workspaceName!: string | null;
}

const NoticeBatchPageType = createPageType('NoticeBatch', NoticeBatchType);

/** The caller has looked up the names `agent` and `workspaceName`. */
function toNoticeBatchType(
  { id, newest, count, unseenCount }: NoticeBatch,
  {
    agent,
    workspaceName,
    areEdits,
    translate,
  }: { agent: string | null; workspaceName: string | null; areEdits: boolean; translate: Translate },
): NoticeBatchType {
  const notice = toNoticeType(newest, translate);
  const isOne = count === 1;
  const page = isOne ? null : sharedPage([newest]);
  return {
    ...{ id, count, unseenCount, newest: notice, workspaceName },
    message: isOne ? notice.message : translate(batchMessage({ kind: newest.kind, count, agent, areEdits })),
    path: page ? inWorkspaceOf([newest], page) : notice.path,
  };
}

const NoticePageType = createPageType('Notice', NoticeType);

export function toNoticeType(row: Notice, translate: Translate): NoticeType {
  const { id, kind, createdAt, seenAt = null } = row;
  return { id, kind, message: translate(fromStoredMessage(row)), path: noticePage(row), createdAt, seenAt };
}

@ArgsType()
class NoticesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only notifications of the batch with this id; all if omitted.' })
  batchId!: string | null;
}

@ArgsType()
class NoticeBatchesArgs extends PageArgs {
  @Field(() => NoticeTopicEnum, { nullable: true, description: 'Only notifications about this topic; all if omitted.' })
  topic!: NoticeTopic | null;

  @Field(() => ID, { nullable: true, description: 'Only requests of this agent, `agt_…`; all if omitted.' })
  agentId!: string | null;
}

@ArgsType()
class SeeNoticesArgs {
  @Field(() => ID, { description: 'The workspace’s id, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => ID, { nullable: true, description: 'The oldest notification of a range, `ntc_…`; all up to `upToId` if omitted.' })
  fromId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The newest notification of a range, `ntc_…`; no range if omitted.' })
  upToId!: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The newest notification of each batch that was shown, at most 100. Marks each batch up to that notification.',
  })
  shownIds!: string[] | null;
}

@Resolver(() => WorkspaceType)
export class NoticeResolver {
  @FieldResolver(() => NoticePageType, {
    nullable: true,
    description: 'The caller’s notifications, newest first; null for agents.',
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
    description: 'The caller’s notifications in batches, newest first; null for agents.',
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
    const ids = found.items.filter(({ count }) => count > 1).map(({ id }) => id);
    const edits = await findEditBatches(ctx, ids);
    return toPage(found, (batch) =>
      toNoticeBatchType(batch, { agent: null, workspaceName: null, ...names.get(batch.id), areEdits: edits.has(batch.id), translate }),
    );
  }

  @FieldResolver(() => Int, {
    description: 'The number of batches with unseen notifications; 100 means more than 99. 0 for agents.',
  })
  async unseenNotices(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<number> {
    return (await loaders.waiting.load(id)).news;
  }

  @Authorized('person', 'read')
  @Mutation(() => WorkspaceType, {
    description:
      'Marks notifications as seen. Call it only for notifications that were shown to the person, since seen ones are not emailed. Pass a range, or the newest notification of each batch that was shown. Errors: `not_found`, `insufficient_role`, `bad_user_input`.',
  })
  async seeNotices(@Ctx() ctx: GraphqlContext, @Args(() => SeeNoticesArgs) seen: SeeNoticesArgs): Promise<WorkspaceType> {
    return toWorkspaceType(await mutate(ctx, (tx) => markNoticesSeen(tx, { ...seen, shownIds: seen.shownIds ?? [] })));
  }
}
