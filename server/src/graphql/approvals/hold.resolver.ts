import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { holdOf } from '../../approvals/approval.policy.ts';
import { holdApproval, releaseApproval, whyNotRelease } from '../../publishing/review/hold-approval.ts';
import { isOwnOf, whyNotWithdraw, withdrawVote } from '../../publishing/review/withdraw-vote.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { ApprovalType, toApprovalType } from './approval.types.ts';

@ObjectType('ApprovalHold', { description: 'A hold on an approved post.' })
export class ApprovalHoldType {
  @Field(() => GraphQLDateTime, { description: 'When the post was put on hold.' })
  since!: Date;

  @Field(() => String, { description: 'The reason, as entered by the person who put the post on hold.' })
  reason!: string;
}

@InputType('HoldApprovalInput', { description: 'An approved post to put on hold.' })
export class HoldApprovalInput {
  @Field(() => ID, { description: 'The approval, `apr_…`.' })
  approvalId!: string;

  @Field(() => String, { description: 'The reason, at most 500 characters, visible to everyone with access.' })
  reason!: string;
}

@Resolver(() => ApprovalType)
export class HoldResolver {
  @FieldResolver(() => ApprovalHoldType, {
    nullable: true,
    description: 'The active hold, with its time and reason; null if there is none.',
  })
  hold(@Root() { row }: ApprovalType): ApprovalHoldType | null {
    return holdOf(row);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may put the post on hold, which is possible while part of it is unsent.',
  })
  async viewerCanHold(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    return row.state === 'approved' && !row.heldAt && canIn(ctx, row.accountId, 'decide') && (await isUnsent(ctx, row));
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the post is on hold and the caller may release it, which is possible while part of it is unsent: owners, and members who may approve it.',
  })
  async viewerCanRelease(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    if (holdOf(row) === null || !(await isUnsent(ctx, row))) return false;
    return (await whyNotRelease(ctx, row, () => ctx.loaders.otherWritersOf.load(row.id))) === null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may withdraw their own decision (`withdrawVote`), which is possible while nothing is published.',
  })
  async viewerCanWithdraw(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    const { actor, loaders, clock } = ctx;
    const own = (await loaders.decisions.load(row.id)).map(({ decision }) => decision).find(isOwnOf(actor));
    if (!own || !canIn(ctx, row.accountId, 'decide')) return false;
    const [workspace, draft, newest] = await Promise.all([
      required(loaders.workspace.load(row.workspaceId)),
      required(loaders.draft.load(row.draftId)),
      loaders.latestApproval.load(row.draftId),
    ]);
    const isArchived = workspace.archivedAt != null;
    return whyNotWithdraw({ approval: row, newest: newest ?? undefined, draft, own, isArchived, now: clock.now() }) === null;
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Withdraws the caller’s own decision while nothing is published. If the decision was needed, or closed the approval, the approval is pending again. Errors: `not_found`, `insufficient_role`, `invalid_state` (no decision to withdraw, or too late). Agents are always refused.',
  })
  async withdrawVote(
    @Ctx() ctx: GraphqlContext,
    @Arg('approvalId', () => ID, { description: 'The approval’s id, `apr_…`.' }) approvalId: string,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => withdrawVote(tx, approvalId)));
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Puts an approved, unpublished post on hold until a person releases it. Errors: `not_found`, `insufficient_role`, `invalid_state` (too late), `validation_failed`. Agents are always refused.',
  })
  async holdApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => HoldApprovalInput, { description: 'The approval and the reason.' }) input: HoldApprovalInput,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => holdApproval(tx, input)));
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Releases a hold; the post is published once every gate passes. Errors: `not_found`, `insufficient_role`, `self_approval_refused` (another person put the caller’s own content on hold), `invalid_state` (no longer approved). Agents are always refused.',
  })
  async releaseApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('approvalId', () => ID, { description: 'The approval’s id, `apr_…`.' }) approvalId: string,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => releaseApproval(tx, approvalId)));
  }
}

/** Whether part of the post can still be held or released; nothing can in an archived workspace. */
async function isUnsent({ loaders }: GraphqlContext, { id, workspaceId }: ApprovalType['row']): Promise<boolean> {
  const [{ archivedAt }, job] = await Promise.all([required(loaders.workspace.load(workspaceId)), loaders.jobOfApproval.load(id)]);
  if (archivedAt || !job) return false;
  return (await loaders.publications.load(job.id)).some(({ state }) => state === 'pending');
}
