import type DataLoader from 'dataloader';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { canIn, requireReach, requireReader, requireWorkspace, roleIn } from '../../access/authorise.ts';
import { Invitation } from '../../access/members/invitation.entity.ts';
import { listOpenInvitations } from '../../access/members/member-queries.ts';
import { findNotice } from '../../access/notices.ts';
import { ClientLink } from '../../approvals/clients/client-link.entity.ts';
import { CaptionSet } from '../../captions/caption-set.entity.ts';
import { Comment } from '../../comments/comment.entity.ts';
import { threadsOf } from '../../comments/comment-queries.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { type ConnectionView, maySee } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { listChats } from '../../notices/sending/chats.ts';
import { listPushDevices } from '../../notices/sending/push-devices.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { WebhookDelivery } from '../../webhooks/webhook-endpoint.entity.ts';
import { loadEndpoint } from '../../webhooks/webhook-endpoints.ts';
import { toGrantType } from '../access/grant.types.ts';
import { toAccountType, toInvitationType } from '../access/members.types.ts';
import { toApprovalType } from '../approvals/approval.types.ts';
import { toClientLinkType } from '../approvals/client-link.types.ts';
import { toCommentThreadType, toCommentType } from '../drafts/comment.types.ts';
import { toDraftType } from '../drafts/draft.types.ts';
import { toDraftRevisionType } from '../drafts/draft-changes.types.ts';
import { toConnectionType } from '../publishing/connection.types.ts';
import { toPublishJobType } from '../publishing/publish-job.types.ts';
import { toSandboxPostType } from '../publishing/sandbox-post.types.ts';
import { toNoticeType } from '../workspaces/notice.resolver.ts';
import { toWebhookDeliveryType, toWebhookEndpointType } from '../workspaces/webhook.types.ts';
import { toWorkspaceType } from '../workspaces/workspace.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import type { Loaders } from './loaders.ts';
import { NodeType } from './node.types.ts';
import { Authorized } from './permissions.ts';

export type NodeReader = (ctx: GraphqlContext, id: string) => Promise<NodeType | null>;

interface Placed {
  accountId: string;
  workspaceId: string;
}

/** Readers by id prefix, each with the permissions of the list that the type appears in. */
export const NODE_READERS: Readonly<Record<string, NodeReader>> = {
  wsp: (ctx, id) => readOrNull(ctx, () => requireWorkspace(ctx, id, 'read'), toWorkspaceType),
  drf: together(({ draft }) => draft, toDraftType),
  apr: together(({ approval }) => approval, toApprovalType),
  job: together(({ job }) => job, toPublishJobType),
  con: (ctx, id) => readOrNull(ctx, () => readConnection(ctx, id), toConnectionType),
  grt: together(({ grant }) => grant, toGrantType),
  whe: (ctx, id) => readOrNull(ctx, () => loadEndpoint(ctx, id), toWebhookEndpointType),
  whd: readDelivery,
  acc: readAccount,
  inv: readInvitation,
  clk: readClientLink,
  cmt: readComment,
  cps: readRevision,
  spo: readSandboxPost,
  ntc: readNotice,
  cht: async (ctx, id) => (ctx.actor.kind === 'user' ? ((await listChats(ctx)).find((chat) => chat.id === id) ?? null) : null),
  psh: async (ctx, id) => (ctx.actor.kind === 'user' ? ((await listPushDevices(ctx)).find((device) => device.id === id) ?? null) : null),
};

/** Reads by a loader, in one statement with all others of the type. */
function together<Row extends Placed>(
  loaderOf: (loaders: Loaders) => Pick<DataLoader<string, Row | null>, 'load'>,
  toNode: (row: Row) => NodeType,
): NodeReader {
  return (ctx, id) => readOrNull(ctx, async () => within(ctx, await loaderOf(ctx.loaders).load(id)), toNode);
}

/** Returns the row if the caller may read its workspace. */
async function within<Row extends Placed>(ctx: GraphqlContext, row: Row | null): Promise<Row> {
  const found = there(row);
  await requireReach(ctx, found, 'read');
  return found;
}

function there<Row>(row: Row | null | undefined): Row {
  if (row == null) throw new DomainError('not_found');
  return row;
}

async function readConnection(ctx: GraphqlContext, id: string): Promise<ConnectionView> {
  const connection = await within(ctx, await ctx.loaders.connection.load(id));
  return there(maySee(ctx, connection) ? connection : null);
}

/** Only the caller's own: an account that the person is a member of, or that of the API key. */
async function readAccount(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const isOwn = ctx.actor.kind === 'agent' ? ctx.actor.accountId === id : roleIn(ctx, id) !== null;
  const account = isOwn ? await ctx.loaders.account.load(id) : null;
  return account && toAccountType(account);
}

async function readInvitation(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const row = await ctx.em.findOne(Invitation, { id }, { fields: ['accountId'] });
  const open = row && (await listOpenInvitations(ctx, row.accountId));
  const found = open?.find((invitation) => invitation.id === id);
  return found ? toInvitationType(found) : null;
}

/** For owners, like the list of active links. */
async function readClientLink(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const row = await ctx.em.findOne(ClientLink, { id }, { fields: ['accountId', 'workspaceId'] });
  if (!row || ctx.actor.kind !== 'user' || !canIn(ctx, row.accountId, 'manage')) return null;
  const found = (await ctx.loaders.clientLinks.load(row.workspaceId)).find((link) => link.id === id);
  return found ? toClientLinkType(found) : null;
}

/** A thread has the id of its first comment: that id reads the thread. */
async function readComment(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const comment = await ctx.em.findOne(Comment, { id }, { fields: ['draftId', 'threadId'] });
  const draft = comment && (await NODE_READERS.drf?.(ctx, comment.draftId));
  if (!draft) return null;
  // Reads up to the requested one: of a long thread only the newest replies are loaded.
  const threads = await threadsOf(ctx, [draft.id], {
    threadId: comment.threadId,
    ...(id === comment.threadId ? {} : { before: `${id}~` }),
  });
  const [thread] = threads.get(draft.id)?.threads ?? [];
  if (!thread || thread.id === id) return thread ? toCommentThreadType(thread, ctx.translate) : null;
  const answer = thread.comments.find((comment) => comment.id === id);
  return answer ? toCommentType(answer, ctx.translate) : null;
}

async function readRevision(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const set = await ctx.em.findOne(CaptionSet, { id });
  const draft = set && (await NODE_READERS.drf?.(ctx, set.draftId));
  return draft ? toDraftRevisionType(set) : null;
}

function readDelivery(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const load = async (): Promise<WebhookDelivery> => {
    const delivery = there(await ctx.em.findOne(WebhookDelivery, { id }));
    await loadEndpoint(ctx, delivery.endpointId);
    return delivery;
  };
  return readOrNull(ctx, load, (row) => toWebhookDeliveryType(row, ctx.translate));
}

/** Sandbox posts have only a feed; its connection determines the workspace. */
async function readSandboxPost(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const post = await ctx.em.findOne(SandboxPost, { id });
  const feed = post && (await ctx.em.findOne(Connection, { platform: 'sandbox', externalId: post.feed }, { orderBy: { id: 'desc' } }));
  return feed
    ? readOrNull(
        ctx,
        () => within(ctx, feed),
        ({ handle }) => toSandboxPostType(post, handle),
      )
    : null;
}

async function readNotice(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  const notice = await findNotice(ctx, id);
  return notice && toNoticeType(notice, ctx.translate);
}

@Resolver()
export class NodeResolver {
  @Authorized('read')
  @Query(() => NodeType, {
    nullable: true,
    description:
      'An object of any type that implements `Node`, by id; null if it does not exist or the caller may not read it. Select its fields with `... on Draft { … }`. The id of a thread’s first comment returns the thread.',
  })
  node(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'A prefixed id, for instance `drf_…`, `apr_…` or `job_…`.' }) id: string,
  ): Promise<NodeType | null> {
    requireReader(ctx);
    return readNode(ctx, id);
  }
}

export async function readNode(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  return (await NODE_READERS[id.slice(0, 3)]?.(ctx, id)) ?? null;
}

/** A row as its GraphQL type; null if it does not exist for the caller. */
export async function readOrNull<Row, Node>(ctx: Context, load: () => Promise<Row>, toNode: (row: Row) => Node): Promise<Node | null> {
  requireReader(ctx);
  try {
    return toNode(await load());
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === 'not_found') return null;
    throw thrown;
  }
}

/** A row that a foreign key guarantees. */
export async function required<Value>(loading: Promise<Value | null>): Promise<Value> {
  const value = await loading;
  if (value === null) throw new Error('A row that a foreign key references is missing.');
  return value;
}
