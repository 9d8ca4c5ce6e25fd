import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { requireWorkspace } from '../../access/authorise.ts';
import { findGrantPage, listGrants } from '../../access/grants/grant-queries.ts';
import { listConnections, listConnectionsEver } from '../../connections/connection-queries.ts';
import { listDrafts } from '../../drafts/draft-queries.ts';
import { listJobs } from '../../publishing/jobs/list-jobs.ts';
import { countJobsWithoutConnection } from '../../publishing/review/jobs-without-connection.ts';
import { listSandboxPosts } from '../../sandbox/sandbox-feed.ts';
import { GrantPageType, GrantsArgs, GrantType, toGrantType } from '../access/grant.types.ts';
import { ApprovalPageType, ApprovalsArgs, type ApprovalType, toApprovalType } from '../approvals/approval.types.ts';
import { askedApprovals, keepRows } from '../approvals/approvals-page.ts';
import { CreditsType } from '../credits/credits.types.ts';
import { DraftPageType, DraftsArgs, type DraftType, toDraftFilter, toDraftType } from '../drafts/draft.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { ConnectionType, PostsWithoutAccountType, toConnectionType } from '../publishing/connection.types.ts';
import { PublishJobPageType, PublishJobsArgs, type PublishJobType, toPublishJobType } from '../publishing/publish-job.types.ts';
import { SandboxPostPageType, type SandboxPostType, toSandboxPostType } from '../publishing/sandbox-post.types.ts';
import { WorkspaceType } from './workspace.types.ts';

@Resolver(() => WorkspaceType)
export class WorkspaceListsResolver {
  @FieldResolver(() => ApprovalPageType, {
    description: 'Approvals: by default, pending ones, oldest first.',
  })
  async approvals(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Root() { id }: WorkspaceType,
    @Args(() => ApprovalsArgs) args: ApprovalsArgs,
  ): Promise<Page<ApprovalType>> {
    const asked = ctx.loaders.approvals.load(askedApprovals(info, info.fieldNodes, id, args));
    const [read] = await Promise.all([asked, requireWorkspace(ctx, id, 'read')]);
    keepRows(ctx.loaders, read);
    return toPage(read.page, toApprovalType);
  }

  @FieldResolver(() => DraftPageType, { description: 'Drafts, newest first.' })
  async drafts(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => DraftsArgs) args: DraftsArgs,
  ): Promise<Page<DraftType>> {
    return toPage(await listDrafts(ctx, id, { ...pageRequest(args), ...toDraftFilter(args) }), toDraftType);
  }

  @FieldResolver(() => PublishJobPageType, { description: 'Publish jobs, newest first.' })
  async publishJobs(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => PublishJobsArgs) { first, after, ...filter }: PublishJobsArgs,
  ): Promise<Page<PublishJobType>> {
    return toPage(await listJobs(ctx, id, { ...pageRequest({ first, after }), ...filter }), toPublishJobType);
  }

  @FieldResolver(() => [ConnectionType], {
    description: 'Connected accounts, oldest first, without disconnected ones.',
  })
  async connections(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<ConnectionType[]> {
    return (await listConnections(ctx, id)).map(toConnectionType);
  }

  @FieldResolver(() => PostsWithoutAccountType, {
    description: 'Pending posts affected by connecting an account on a platform, for which approval may be requested again.',
  })
  async postsWithoutAccount(
    @Ctx() ctx: GraphqlContext,
    @Root() { row: { id: workspaceId, accountId } }: WorkspaceType,
    @Arg('platform', () => String, { description: 'The platform’s id.' }) platform: string,
  ): Promise<PostsWithoutAccountType> {
    return countJobsWithoutConnection(ctx, { accountId, workspaceId, platform });
  }

  @FieldResolver(() => [GrantType], {
    description: 'The grants of the workspace, newest first. An agent sees only its own.',
  })
  async grants(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<GrantType[]> {
    return (await listGrants(ctx, id)).map(toGrantType);
  }

  @FieldResolver(() => GrantPageType, { description: 'The grants of the workspace in pages, newest first. An agent sees only its own.' })
  async grantPage(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => GrantsArgs) { first, after, ...filter }: GrantsArgs,
  ): Promise<Page<GrantType>> {
    return toPage(await findGrantPage(ctx, id, { ...pageRequest({ first, after }), ...filter }), toGrantType);
  }

  @FieldResolver(() => CreditsType, { description: 'The account’s credits.' })
  credits(@Root() { row }: WorkspaceType): CreditsType {
    return { accountId: row.accountId, timeZone: row.timeZone };
  }

  @FieldResolver(() => SandboxPostPageType, { description: 'Posts published to the sandbox, newest first.' })
  async sandboxPosts(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<SandboxPostType>> {
    // Sandbox posts have only a feed; connections, including former ones, determine the workspace.
    const handles = new Map((await listConnectionsEver(ctx, id, 'sandbox')).map(({ externalId, handle }) => [externalId, handle]));
    const posts = await listSandboxPosts(ctx, { workspaceId: id, feeds: [...handles.keys()] }, pageRequest(page));
    return toPage(posts, (post) => toSandboxPostType(post, handles.get(post.feed) ?? ''));
  }
}
