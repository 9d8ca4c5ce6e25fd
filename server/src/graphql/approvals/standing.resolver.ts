import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { acceptStandingSignature } from '../../approvals/signatures/accept-signature.ts';
import { DEVIATIONS, type Deviation, type DeviationCode } from '../../approvals/standing/matches.ts';
import type { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import type { Context } from '../../context.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Outcome, Replayed } from '../../publishing/standing/history.ts';
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

const OutcomeEnum = createEnum<Outcome>('StandingOutcome', 'What people made of a post.', {
  signed: 'Approved as it was.',
  changed: 'Changed, or sent back for changes.',
  refused: 'Rejected or called off.',
});

const DeviationEnum = createEnum<DeviationCode>(
  'StandingDeviation',
  'Why a post does not go out by a standing approval.',
  Object.fromEntries(DEVIATIONS.map((code) => [code, `${code.replaceAll('_', ' ')}.`])) as Record<DeviationCode, string>,
);

@ObjectType('StandingDeviationReason', { description: 'Something that is in the way of a post.' })
export class StandingReasonType implements Omit<Deviation, 'message'> {
  @Field(() => DeviationEnum, { description: 'What.' })
  code!: DeviationCode;

  @Field(() => String, { description: 'In half a sentence.' })
  message!: string;
}

@ObjectType('StandingReplay', { description: 'What a standing approval would have done with a post that people have decided.' })
export class StandingReplayType {
  @Field(() => ID, { description: 'The request for approval.' })
  approvalId!: string;

  @Field(() => String, { description: 'The beginning of what it says.' })
  words!: string;

  @Field(() => GraphQLDateTime, { description: 'When approval was requested.' })
  askedAt!: Date;

  @Field(() => OutcomeEnum, { description: 'What people made of it.' })
  outcome!: Outcome;

  @Field(() => Boolean, { description: 'Whether it would have gone out without anybody’s look.' })
  isLetThrough!: boolean;

  @Field(() => [StandingReasonType], { description: 'Why not; none where it would have.' })
  reasons!: StandingReasonType[];
}

function toStandingReplayType({ decided, isLetThrough, reasons: found }: Replayed, translate: Translate): StandingReplayType {
  const { approvalId, words, askedAt, outcome } = decided;
  const reasons = found.map(({ code, message }) => ({ code, message: translate(message) }));
  return { approvalId, words, askedAt, outcome, isLetThrough, reasons };
}

/** Approvals given in advance, and those that the service proposes. */
@Resolver(() => StandingApprovalType)
export class StandingApprovalResolver {
  @Authorized('read')
  @Query(() => StandingApprovalType, {
    nullable: true,
    description: 'One standing approval; null when there is none by that id for the caller. An agent sees those that were signed for it.',
  })
  async standingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: '`sta_…`.' }) id: string,
  ): Promise<StandingApprovalType | null> {
    const found = await readOrNull(
      ctx,
      () => loadStanding(ctx, id),
      (standing) => standing,
    );
    return found && present(ctx, found);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may sign, decline or revoke it, as far as their role goes.' })
  viewerCanDecide(@Ctx() ctx: GraphqlContext, @Root() { view }: StandingApprovalType): boolean {
    return ctx.actor.kind === 'user' && canIn(ctx, view.standing.accountId, 'decide');
  }

  @FieldResolver(() => [StandingReplayType], {
    nullable: true,
    description:
      'What it would have done, had it been signed with these limits as many days ago as it is to last: every post of the agent that people have decided since, the oldest first, at most 400. Null for agents.',
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
      'Signs a standing approval: posts of the agent that match the template are published without review, within its limits. Requires recent authentication. Errors: `not_found`, `insufficient_role` (agents too), `reauthentication_required`, `content_changed`, `invalid_state` where the policy asks for more than one person’s approval, `signature_required`, `signature_refused`, `validation_failed`.',
  })
  async signStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => SignStandingApprovalInput, { description: 'What, and within which limits.' })
    { signature: given, ...input }: SignStandingApprovalInput,
  ): Promise<StandingApprovalType> {
    const signature = given ? await acceptStandingSignature(ctx, given) : null;
    return change(ctx, (tx) => signStanding(tx, { ...input, signature }));
  }

  @Authorized('decide', 'recent_sign_in')
  @Mutation(() => SignatureRequestType, {
    description:
      'Begins a signature with a passkey over the hash of the template and the limits: good for five minutes, once, in this session. With a recent sign-in. Errors: `not_found`, `insufficient_role` (agents too), `reauthentication_required`, `content_changed`, `invalid_state`, `passkey_missing`, `validation_failed`.',
  })
  beginStandingSignature(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => BeginStandingSignatureInput, { description: 'What, and within which limits.' }) input: BeginStandingSignatureInput,
  ): Promise<SignatureRequestType> {
    return mutate(ctx, (tx) => beginStandingSignature(tx, { ...input }));
  }

  @Authorized('decide')
  @Mutation(() => StandingApprovalType, {
    description:
      'Ends a standing approval at once: it publishes nothing more, and posts it had approved need approval again. Errors: `not_found`, `insufficient_role` (agents too), `invalid_state`.',
  })
  revokeStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: '`sta_…`.' }) id: string,
  ): Promise<StandingApprovalType> {
    return change(ctx, (tx) => revokeStanding(tx, id));
  }

  @Authorized('decide')
  @Mutation(() => StandingApprovalType, {
    description: 'Puts a proposal away; it is not made again soon. Errors: `not_found`, `insufficient_role` (agents too), `invalid_state`.',
  })
  declineStandingApproval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: '`sta_…`.' }) id: string,
  ): Promise<StandingApprovalType> {
    return change(ctx, (tx) => declineStanding(tx, id));
  }
}

/** Standing approvals as fields of other types. */
@Resolver(() => WorkspaceType)
export class WorkspaceStandingResolver {
  @FieldResolver(() => [StandingApprovalType], {
    description:
      'Standing approvals: active and proposed ones first, then the latest that ended; at most 50. An agent sees those signed for it.',
  })
  async standingApprovals(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<StandingApprovalType[]> {
    return (await loaders.standingOfWorkspace.load(id)).map((view) => toStandingApprovalType(view, translate));
  }
}

@Resolver(() => ApprovalType)
export class ApprovalStandingResolver {
  @FieldResolver(() => StandingApprovalType, {
    nullable: true,
    description: 'The standing approval that approved this post without a person reading it. Null if people decide.',
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
