import { GraphQLDateTime } from 'graphql-scalars';
import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { NOTICE_KINDS, type Notice, type NoticeKind } from '../../access/notice.entity.ts';
import { listNoticeBatches, listNotices, markNoticesSeen, type NoticeBatch } from '../../access/notices.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import { findEditBatches, noticePage } from '../../notices/notice-page.ts';
import { type NoticeTopic, TOPIC_OF } from '../../notices/notice-topics.ts';
import { batchMessage, sharedPage } from '../../notices/sending/group-notices.ts';
import { NoticeTopicEnum } from '../access/notice-settings.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from './workspace.types.ts';

const NoticeKindEnum = createEnum<NoticeKind>('NoticeKind', 'What a notice is about.', {
  access_granted: 'A member approved an agent.',
  member_joined: 'An invitation was accepted.',
  member_left: 'A member left or was removed.',
  key_rotated: 'An agent exchanged its key for a new one.',
  access_ended: 'An agent’s access was revoked.',
  access_reused: 'An agent’s access was ended, since its code was used twice.',
  credits_low: 'Few credits of a unit are left.',
  credits_bought: 'Credits were paid for and added.',
  payment_reversed: 'A payment for credits was given back or is disputed.',
  second_factor_reset: 'The operator took the second factor of the person who asks away.',
  approval_waits: 'A post waits for the decision of the person.',
  approval_changed: 'A post changed after the person had reviewed it, and waits again.',
  changes_made: 'The requested changes were made; the post waits again.',
  approval_reminder: 'A pending post is due or expires soon.',
  approval_expired: 'The approval request expired without a decision.',
  approval_approved: 'A post of theirs was approved.',
  approval_rejected: 'A post of theirs was rejected.',
  changes_requested: 'Changes to a post of theirs were requested.',
  comment_added: 'A comment was added to a draft of theirs.',
  comment_mention: 'A comment mentions them.',
  approval_held: 'A post of theirs, which was approved, is held back.',
  job_held: 'A post is approved and cannot go out yet: credits, an account or a permission is missing.',
  job_published: 'A post is out.',
  job_partially_published: 'A post is out on some of its platforms.',
  post_different: 'A published post was read back and differs from what was signed.',
  post_gone: 'A published post was removed at its network.',
  job_failed: 'A post could not be published.',
  outcome_unknown: 'It is unknown whether a post was published.',
  first_comment_failed: 'The first comment under a published post was not published.',
  workspace_archived: 'An owner put a workspace away.',
  workspace_restored: 'An owner took a workspace back into use.',
  standing_proposed: 'A standing approval was proposed and is not signed yet.',
  standing_ended: 'A standing approval that the person had signed has ended.',
  weekly_summary: 'What the last week was like.',
  connection_degraded: 'A connected account does not work as it should.',
  signups_waiting: 'For operators: a sign-up request is pending.',
  service_stopped: 'For operators: another operator stopped publishing for the whole service.',
  service_restored: 'For operators: a restored service waits for its release.',
  service_late: 'For operators: due posts are not being published, or mails are not being sent.',
  launch_unsigned: 'For operators: accounts of real networks are connected, and a launch step is not signed.',
  network_refused: 'For operators: a network does not know the service, or does so no more.',
});

@ObjectType('Notice', { implements: NodeType, description: 'A notification to a member of an account or to an operator.' })
class NoticeType extends NodeType {
  @Field(() => NoticeKindEnum, { description: 'What it is about.' })
  kind!: NoticeKind;

  @Field(() => String, { description: 'The sentence for people, in the language that the request accepts.' })
  message!: string;

  @Field(() => String, { description: 'The path of the console that shows it, for instance `/approvals/apr_…`.' })
  path!: string;

  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the person saw it, or what it asks for was done; null: not yet.' })
  seenAt!: Date | null;
}

@ObjectType('NoticeBatch', { description: 'Notices grouped into one row: the requests of one agent within an hour, or a single notice.' })
class NoticeBatchType {
  @Field(() => ID, { description: 'That of its first notice, `ntc_…`.' })
  id!: string;

  @Field(() => NoticeType, { description: 'The newest of them; name it in `seeNotices` once it was on the screen.' })
  newest!: NoticeType;

  @Field(() => Int, { description: 'How many there are.' })
  count!: number;

  @Field(() => Int, { description: 'How many of them the person has not seen.' })
  unseenCount!: number;

  @Field(() => String, { description: 'The text of the row, in the language the request accepts.' })
  message!: string;

  @Field(() => String, { description: 'The path of the console that shows them.' })
  path!: string;

  @Field(() => String, { nullable: true, description: 'The workspace; null for what concerns the account as a whole, or the service.' })
  workspaceName!: string | null;
}

const NoticeBatchPageType = createPageType('NoticeBatch', NoticeBatchType);

/** `agent`, `workspaceName`: names that the caller has looked up. */
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
  return {
    ...{ id, count, unseenCount, newest: notice, workspaceName },
    message: isOne ? notice.message : translate(batchMessage({ kind: newest.kind, count, agent, areEdits })),
    path: (isOne ? null : sharedPage([newest])) ?? notice.path,
  };
}

const NoticePageType = createPageType('Notice', NoticeType);

export function toNoticeType(row: Notice, translate: Translate): NoticeType {
  const { id, kind, createdAt, seenAt = null } = row;
  return { id, kind, message: translate(fromStoredMessage(row)), path: noticePage(row), createdAt, seenAt };
}

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
    const ids = found.items.filter(({ count }) => count > 1).map(({ id }) => id);
    const edits = await findEditBatches(ctx, ids);
    return toPage(found, (batch) =>
      toNoticeBatchType(batch, { agent: null, workspaceName: null, ...names.get(batch.id), areEdits: edits.has(batch.id), translate }),
    );
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
