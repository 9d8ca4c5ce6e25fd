import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { checkPeriod, listScheduledDrafts } from '../../drafts/draft-queries.ts';
import { nextFreeSlot, type Slot, slotsOf } from '../../drafts/next-free-slot.ts';
import { type Period, quietPeriods } from '../../planning/quiet-until.ts';
import { type MovePreview, previewMove } from '../../publishing/review/preview-move.ts';
import { DraftPageType, DraftType, toDraftType } from '../drafts/draft.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';

const LONGEST = 'at most 100 days after `start`; anything else is refused as `bad_user_input`.';

@ArgsType()
export class PeriodArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The start of the period.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The end of the period (exclusive), ${LONGEST}` })
  end!: Date;
}

@ArgsType()
export class ScheduledDraftsArgs extends PageArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The start of the period.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The end of the period (exclusive), ${LONGEST}` })
  end!: Date;
}

@ObjectType('QuietPeriod', { description: 'A period of quiet hours, in which nothing is published.' })
export class QuietPeriodType implements Period {
  @Field(() => GraphQLDateTime, { description: 'When the quiet hours begin.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the quiet hours end.' })
  end!: Date;
}

@ObjectType('SlotTime', { description: 'A posting slot on a particular day.' })
export class SlotTimeType implements Slot {
  @Field(() => GraphQLDateTime, { description: 'The time of the slot.' })
  at!: Date;

  @Field(() => Boolean, { description: 'Whether a post is already scheduled for the slot.' })
  isTaken!: boolean;
}

@ObjectType('DraftMove', { description: 'A preview of rescheduling a draft. Changes nothing.' })
export class DraftMoveType implements Omit<MovePreview, 'refusal' | 'warning'> {
  @Field(() => String, { nullable: true, description: 'Why rescheduling would be refused, as a sentence; null if it would not be.' })
  refusal!: string | null;

  @Field(() => Boolean, { description: 'Whether approval would be requested again.' })
  asksAgain!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the caller could approve the post now but not afterwards, since rescheduling would make the caller one of its authors.',
  })
  endsOwnVote!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether to ask for confirmation first: the content has been decided on, the post would no longer be published automatically, or `endsOwnVote` is true.',
  })
  touchesDecision!: boolean;

  @Field(() => GraphQLDateTime, {
    description: 'The earliest time at which the schedule would permit publishing, considering quiet hours.',
  })
  goesOutAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'Why the post might not be published then although rescheduling is possible, as a sentence; null if nothing is known.',
  })
  warning!: string | null;
}

@Resolver(() => WorkspaceType)
export class CalendarResolver {
  @FieldResolver(() => DraftPageType, {
    description: 'Drafts scheduled within a period, soonest first, without archived ones.',
  })
  async scheduledDrafts(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => ScheduledDraftsArgs) { start, end, ...page }: ScheduledDraftsArgs,
  ): Promise<Page<DraftType>> {
    return toPage(await listScheduledDrafts(ctx, id, { ...pageRequest(page), start, end }), toDraftType);
  }

  @FieldResolver(() => [QuietPeriodType], { description: 'The quiet hours within a period.' })
  quietPeriods(@Root() { row }: WorkspaceType, @Args(() => PeriodArgs) period: PeriodArgs): QuietPeriodType[] {
    checkPeriod(period);
    return quietPeriods(period, { timeZone: row.timeZone, windows: row.quietHours });
  }

  @FieldResolver(() => [SlotTimeType], { description: 'The posting slots within a period, except those in quiet hours.' })
  async slots(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => PeriodArgs) period: PeriodArgs,
  ): Promise<SlotTimeType[]> {
    checkPeriod(period);
    return slotsOf(ctx, row, period);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'The next posting slot without a scheduled post; null if there is none.',
  })
  nextFreeSlot(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): Promise<Date | null> {
    return nextFreeSlot(ctx, row);
  }
}

@Resolver(() => DraftType)
export class DraftMoveResolver {
  @FieldResolver(() => DraftMoveType, { description: 'Previews rescheduling the draft (`rescheduleDraft`).' })
  async move(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: DraftType,
    @Arg('to', () => GraphQLDateTime, { nullable: true, description: 'The new time; null to publish as soon as possible.' })
    to: Date | null,
  ): Promise<DraftMoveType> {
    const workspace = await required(ctx.loaders.workspace.load(row.workspaceId));
    const latestJob = await ctx.loaders.latestJob.load(row.id);
    const preview = await previewMove(ctx, { draft: row, workspace, latestJob, at: to ?? null });
    const { refusal, warning } = preview;
    return { ...preview, refusal: refusal && ctx.translate(refusal), warning: warning && ctx.translate(warning) };
  }
}
