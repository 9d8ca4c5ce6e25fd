import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { checkPeriod, listScheduledDrafts } from '../../drafts/list-scheduled-drafts.ts';
import { nextFreeSlot, slotsOf } from '../../drafts/next-free-slot.ts';
import { quietPeriods } from '../../planning/quiet-until.ts';
import { previewMove } from '../../publishing/review/preview-move.ts';
import { DraftPageType, DraftType, toDraftType } from '../drafts/draft.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { type Page, pageRequest, toPage } from '../engine/paging.ts';
import { required } from '../engine/required.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { DraftMoveType, PeriodArgs, QuietPeriodType, ScheduledDraftsArgs, SlotTimeType } from './calendar.types.ts';

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
