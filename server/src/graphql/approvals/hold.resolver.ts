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

@ObjectType('ApprovalHold', { description: 'A person holds back what was approved.' })
export class ApprovalHoldType {
  @Field(() => GraphQLDateTime, { description: 'Since when.' })
  since!: Date;

  @Field(() => String, { description: 'Why, in their words.' })
  reason!: string;
}

@InputType('HoldApprovalInput', { description: 'What is to be held back, and why.' })
export class HoldApprovalInput {
  @Field(() => ID, { description: 'The approval, `apr_…`.' })
  approvalId!: string;

  @Field(() => String, { description: 'The reason, visible to everyone with access; at most 500 characters.' })
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

  @FieldResolver(() => Boolean, { description: 'Whether the caller may hold it back, as long as something of it is not sent.' })
  async viewerCanHold(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    return row.state === 'approved' && !row.heldAt && canIn(ctx, row.accountId, 'decide') && (await isInUse(ctx, row));
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it is held and the caller may release it: owners and its approvers.',
  })
  async viewerCanRelease(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    if (holdOf(row) === null || !(await isInUse(ctx, row))) return false;
    return (await whyNotRelease(ctx, row, () => ctx.loaders.writersBesides.load(row.id))) === null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may take their own vote back (`withdrawVote`): while nothing has gone out.',
  })
  async viewerCanWithdraw(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    const { actor, loaders, clock } = ctx;
    const own = (await loaders.decisions.load(row.id)).map(({ decision }) => decision).find(isOwnOf(actor));
    if (!own || !canIn(ctx, row.accountId, 'decide')) return false;
    const [workspace, draft, newest, job] = await Promise.all([
      required(loaders.workspace.load(row.workspaceId)),
      required(loaders.draft.load(row.draftId)),
      loaders.latestApproval.load(row.draftId),
      loaders.jobOfApproval.load(row.id),
    ]);
    const publications = job?.approvalId === row.id ? await loaders.publications.load(job.id) : [];
    const [contentHash, isArchived] = [draft.contentHash ?? null, workspace.archivedAt != null];
    return (
      whyNotWithdraw({ approval: row, newest: newest ?? undefined, contentHash, own, publications, isArchived, now: clock.now() }) === null
    );
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Withdraws the caller’s own decision while nothing is published; if it was needed, or closed the request, the same content waits again. Errors: `not_found`, `insufficient_role`, `invalid_state` where there is no vote or it is too late; an agent is always refused.',
  })
  async withdrawVote(
    @Ctx() ctx: GraphqlContext,
    @Arg('approvalId', () => ID, { description: '`apr_…`.' }) approvalId: string,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => withdrawVote(tx, approvalId)));
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Puts an approved, unpublished post on hold until a person releases it. Errors: `not_found`, `insufficient_role`, `invalid_state` if it is too late, `validation_failed`; agents are always refused.',
  })
  async holdApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => HoldApprovalInput, { description: 'What and why.' }) input: HoldApprovalInput,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => holdApproval(tx, input)));
  }

  @Authorized('decide')
  @Mutation(() => ApprovalType, {
    description:
      'Releases a hold, so that the post goes out once every gate passes. Errors: `not_found`, `insufficient_role`, `self_approval_refused` if another person holds words of the caller, `invalid_state` if it is no longer approved; agents are always refused.',
  })
  async releaseApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('approvalId', () => ID, { description: '`apr_…`.' }) approvalId: string,
  ): Promise<ApprovalType> {
    return toApprovalType(await mutate(ctx, (tx) => releaseApproval(tx, approvalId)));
  }
}

/** Whether its workspace is not archived: in an archived one nothing is held or released. */
async function isInUse({ loaders }: GraphqlContext, { workspaceId }: ApprovalType['row']): Promise<boolean> {
  return !(await required(loaders.workspace.load(workspaceId))).archivedAt;
}
