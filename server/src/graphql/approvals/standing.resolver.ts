import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { acceptStandingSignature } from '../../approvals/signatures/accept-signature.ts';
import type { Deviation, DeviationCode } from '../../approvals/standing/matches.ts';
import type { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import type { Context } from '../../context.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Replayed, ReviewOutcome } from '../../publishing/standing/history.ts';
import {
  beginStandingSignature,
  declineStanding,
  loadStanding,
  replayStanding,
  revokeStanding,
  signStanding,
} from '../../publishing/standing/sign-standing.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { ApprovalType } from './approval.types.ts';
import { SignatureRequestType } from './signature.types.ts';
import {
  BeginStandingSignatureInput,
  SignStandingApprovalInput,
  StandingApprovalType,
  StandingLimitsArgs,
  toStandingApprovalType,
} from './standing.types.ts';

const OutcomeEnum = createEnum<ReviewOutcome>('StandingOutcome', 'How people decided on a post.', {
  signed: 'Approved unchanged.',
  changed: 'Edited, or returned with a change request.',
  refused: 'Rejected or cancelled.',
});

const DeviationEnum = createEnum<DeviationCode>('StandingDeviation', 'Why a post is not covered by a standing approval.', {
  suspended: 'The standing approval is suspended.',
  ended: 'The standing approval has expired.',
  workspace_stopped: 'The workspace is paused or archived.',
  other_author: 'The content has another author than the agent.',
  asked_before: 'Approval was requested for the draft before.',
  refused_before: 'A person has rejected this content before.',
  findings: 'The safety checks have findings.',
  other_targets: 'The post has other targets than the template.',
  other_pictures: 'The post has other pictures than the template.',
  other_link: 'The post has another link than the template.',
  other_extras: 'The post has other tags, mentions or another link card than the template.',
  other_words: 'The text does not match the template.',
  day_limit: 'The limit of posts per day is reached.',
  credit_limit: 'The post would exceed the limit of credits.',
});

@ObjectType('StandingDeviationReason', { description: 'Why a post is not covered by a standing approval.' })
export class StandingReasonType implements Omit<Deviation, 'message'> {
  @Field(() => DeviationEnum, { description: 'The code of the reason.' })
  code!: DeviationCode;

  @Field(() => String, { description: 'The reason, as a clause without a full stop.' })
  message!: string;
}

@ObjectType('StandingReplay', { description: 'Whether a standing approval would have covered a post that people have decided on.' })
export class StandingReplayType {
  @Field(() => ID, { description: 'The post’s approval, `apr_…`.' })
  approvalId!: string;

  @Field(() => String, { description: 'The beginning of the post’s text.' })
  words!: string;

  @Field(() => GraphQLDateTime, { description: 'When approval was requested.' })
  askedAt!: Date;

  @Field(() => OutcomeEnum, { description: 'How people decided on the post.' })
  outcome!: ReviewOutcome;

  @Field(() => Boolean, { description: 'Whether the post would have been auto-approved.' })
  isLetThrough!: boolean;

  @Field(() => [StandingReasonType], { description: 'Why the post would not have been auto-approved; empty if it would have been.' })
  reasons!: StandingReasonType[];
}

function toStandingReplayType({ decided, isLetThrough, reasons: found }: Replayed, translate: Translate): StandingReplayType {
  const { approvalId, words, askedAt, outcome } = decided;
  const reasons = found.map(({ code, message }) => ({ code, message: translate(message) }));
  return { approvalId, words, askedAt, outcome, isLetThrough, reasons };
}

/** Signed and proposed standing approvals. */
@Resolver(() => StandingApprovalType)
export class StandingApprovalResolver {
  @Authorized('read')
  @Query(() => StandingApprovalType, {
    nullable: true,
    description:
      'A standing approval by id; null if it does not exist or the caller may not read it. An agent may read those signed for it.',
  })
  async standingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The standing approval’s id, `sta_…`.' }) id: string,
  ): Promise<StandingApprovalType | null> {
    const found = await readOrNull(
      ctx,
      () => loadStanding(ctx, id),
      (standing) => standing,
    );
    return found && present(ctx, found);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller’s role permits signing, declining or revoking the standing approval.' })
  viewerCanDecide(@Ctx() ctx: GraphqlContext, @Root() { view }: StandingApprovalType): boolean {
    return ctx.actor.kind === 'user' && canIn(ctx, view.standing.accountId, 'decide');
  }

  @FieldResolver(() => [StandingReplayType], {
    nullable: true,
    description:
      'Applies the standing approval with these limits to the last `days` days: every post of the agent that people have decided on in that time, oldest first, at most 400. Null for agents.',
  })
  async replay(
    @Ctx() ctx: GraphqlContext,
    @Root() { view }: StandingApprovalType,
    @Args(() => StandingLimitsArgs) limits: StandingLimitsArgs,
  ): Promise<StandingReplayType[] | null> {
    if (ctx.actor.kind !== 'user') return null;
    const { perDay, credits, days } = limits;
    return (await replayStanding(ctx, view.standing, { perDay, credits, days })).map((replayed) =>
      toStandingReplayType(replayed, ctx.translate),
    );
  }

  @Authorized('decide', 'recent_sign_in')
  @Mutation(() => StandingApprovalType, {
    description:
      'Signs a standing approval: posts of the agent that match the template are published without review, within its limits. Requires recent authentication. Errors: `not_found`, `insufficient_role` (agents too), `reauthentication_required`, `content_changed`, `invalid_state` (for instance if the policy requires more than one approval), `signature_required`, `signature_refused`, `validation_failed`.',
  })
  async signStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => SignStandingApprovalInput, { description: 'The standing approval and its limits.' })
    { signature: given, ...input }: SignStandingApprovalInput,
  ): Promise<StandingApprovalType> {
    const signature = given ? await acceptStandingSignature(ctx, given) : null;
    return change(ctx, (tx) => signStanding(tx, { ...input, signature }));
  }

  @Authorized('decide', 'recent_sign_in')
  @Mutation(() => SignatureRequestType, {
    description:
      'Returns the statement to sign with a passkey: the hash of the template and the limits. Valid for five minutes, once, in this session. Requires recent authentication. Errors: `not_found`, `insufficient_role` (agents too), `reauthentication_required`, `content_changed`, `invalid_state`, `passkey_missing`, `validation_failed`.',
  })
  beginStandingSignature(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => BeginStandingSignatureInput, { description: 'The standing approval and its limits.' })
    input: BeginStandingSignatureInput,
  ): Promise<SignatureRequestType> {
    return mutate(ctx, (tx) => beginStandingSignature(tx, { ...input }));
  }

  @Authorized('decide')
  @Mutation(() => StandingApprovalType, {
    description:
      'Revokes a standing approval with immediate effect: nothing more is published under it, and unpublished posts that it approved need approval again. Errors: `not_found`, `insufficient_role` (agents too), `invalid_state`.',
  })
  revokeStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The standing approval’s id, `sta_…`.' }) id: string,
  ): Promise<StandingApprovalType> {
    return change(ctx, (tx) => revokeStanding(tx, id));
  }

  @Authorized('decide')
  @Mutation(() => StandingApprovalType, {
    description:
      'Declines a proposed standing approval. It is not proposed again for 30 days. Errors: `not_found`, `insufficient_role` (agents too), `invalid_state`.',
  })
  declineStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The standing approval’s id, `sta_…`.' }) id: string,
  ): Promise<StandingApprovalType> {
    return change(ctx, (tx) => declineStanding(tx, id));
  }
}

@Resolver(() => WorkspaceType)
export class WorkspaceStandingResolver {
  @FieldResolver(() => [StandingApprovalType], {
    description:
      'Standing approvals: active and proposed ones first, then those that ended last; at most 50. An agent sees only those signed for it.',
  })
  async standingApprovals(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<StandingApprovalType[]> {
    return (await loaders.standingOfWorkspace.load(id)).map((view) => toStandingApprovalType(view, translate));
  }
}

@Resolver(() => ApprovalType)
export class ApprovalStandingResolver {
  @FieldResolver(() => StandingApprovalType, {
    nullable: true,
    description: 'The standing approval under which the post was auto-approved; null if people decide.',
  })
  async standingApproval(
    @Ctx() { loaders, translate }: GraphqlContext,
    @Root() { row }: ApprovalType,
  ): Promise<StandingApprovalType | null> {
    const view = row.standingId ? await loaders.standing.load(row.standingId) : null;
    return view && toStandingApprovalType(view, translate);
  }
}

async function change(ctx: GraphqlContext, command: (tx: Context) => Promise<StandingApproval>): Promise<StandingApprovalType> {
  return present(ctx, await mutate(ctx, command));
}

async function present({ loaders, translate }: GraphqlContext, { id }: StandingApproval): Promise<StandingApprovalType> {
  return toStandingApprovalType(await required(loaders.standing.load(id)), translate);
}
