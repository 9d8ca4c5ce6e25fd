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

const LONGEST = 'at most 100 days after it begins; anything else is refused as `bad_user_input`.';

@ArgsType()
export class PeriodArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The first moment.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The first moment behind it, ${LONGEST}` })
  end!: Date;
}

@ArgsType()
export class ScheduledDraftsArgs extends PageArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The first moment.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The first moment behind it, ${LONGEST}` })
  end!: Date;
}

@ObjectType('QuietPeriod', { description: 'A stretch of time in which nothing goes out.' })
export class QuietPeriodType implements Period {
  @Field(() => GraphQLDateTime, { description: 'When it begins.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it is over.' })
  end!: Date;
}

@ObjectType('SlotTime', { description: 'A posting slot on a certain day.' })
export class SlotTimeType implements Slot {
  @Field(() => GraphQLDateTime, { description: 'When it is.' })
  at!: Date;

  @Field(() => Boolean, { description: 'Whether something is to go out then already.' })
  isTaken!: boolean;
}

@ObjectType('DraftMove', { description: 'What another time for a draft would come to. Changes nothing.' })
export class DraftMoveType implements Omit<MovePreview, 'refusal'> {
  @Field(() => String, { nullable: true, description: 'Why it would be refused, in a sentence; null where it would not.' })
  refusal!: string | null;

  @Field(() => Boolean, { description: 'Whether approval would be requested again.' })
  asksAgain!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller could approve it now, and not after the move, which makes them one of its authors.',
  })
  endsOwnVote!: boolean;

  @Field(() => Boolean, {
    description: 'Whether to ask before moving it: it has a decision, it would no longer go out by itself, or `endsOwnVote`.',
  })
  touchesDecision!: boolean;

  @Field(() => GraphQLDateTime, { description: 'From when on time would be no obstacle, quiet hours included.' })
  goesOutAt!: Date;
}

/** Publications by time. */
@Resolver(() => WorkspaceType)
export class CalendarResolver {
  @FieldResolver(() => DraftPageType, {
    description: 'Drafts with a time in the period, the soonest first; what was put away is left out.',
  })
  async scheduledDrafts(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => ScheduledDraftsArgs) { start, end, ...page }: ScheduledDraftsArgs,
  ): Promise<Page<DraftType>> {
    return toPage(await listScheduledDrafts(ctx, id, { ...pageRequest(page), start, end }), toDraftType);
  }

  @FieldResolver(() => [QuietPeriodType], { description: 'The quiet hours of a period, as moments.' })
  quietPeriods(@Root() { row }: WorkspaceType, @Args(() => PeriodArgs) period: PeriodArgs): QuietPeriodType[] {
    checkPeriod(period);
    return quietPeriods(period, { timeZone: row.timeZone, windows: row.quietHours });
  }

  @FieldResolver(() => [SlotTimeType], { description: 'The posting slots of a period, save those in quiet hours.' })
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
    description: 'The next posting slot in which nothing goes out yet; null where there is none.',
  })
  nextFreeSlot(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): Promise<Date | null> {
    return nextFreeSlot(ctx, row);
  }
}

/** A draft's place in the calendar. */
@Resolver(() => DraftType)
export class DraftMoveResolver {
  @FieldResolver(() => DraftMoveType, { description: 'What would happen if the caller gave it another time (`rescheduleDraft`).' })
  async move(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: DraftType,
    @Arg('to', () => GraphQLDateTime, { nullable: true, description: 'The time; null for as soon as it may.' }) to: Date | null,
  ): Promise<DraftMoveType> {
    const workspace = await required(ctx.loaders.workspace.load(row.workspaceId));
    const latestJob = await ctx.loaders.latestJob.load(row.id);
    const preview = await previewMove(ctx, { draft: row, workspace, latestJob, at: to ?? null });
    return { ...preview, refusal: preview.refusal && ctx.translate(preview.refusal) };
  }
}
