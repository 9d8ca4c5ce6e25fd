import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { agentRecordsOf, RECORD_DAYS, RECORD_WEEKS } from '../../approvals/agent-records.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { FAILURE_IS_NEWS_DAYS } from '../../publishing/jobs/workspace-figures.ts';
import { networkMetricsOf, usualMetricsOf } from '../../publishing/published/metric-queries.ts';
import { ApprovalType } from '../approvals/approval.types.ts';
import { CreditUnitEnum } from '../credits/cost.types.ts';
import { CreditsType } from '../credits/credits.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { pageRequest } from '../engine/paging.ts';
import { NetworkMetricsType, UsualMetricType } from '../publishing/metrics.types.ts';
import { WorkspaceType } from './workspace.types.ts';

@ObjectType('WorkspaceFigures', { description: 'What to know of a workspace before anything else, counted.' })
export class WorkspaceFiguresType {
  @Field(() => Int, { description: 'Jobs on their way, or due within 24 hours.' })
  goingOut!: number;

  @Field(() => Int, { description: 'Jobs that need no decision any more and still cannot go out: their gates say why.' })
  heldBack!: number;

  @Field(() => Int, { description: 'Jobs that need no decision any more and have not begun to go out, whenever that is.' })
  planned!: number;

  @Field(() => Int, { description: 'Publications whose outcome is unknown.' })
  unknown!: number;

  @Field(() => Int, { description: `Jobs that failed, in whole or in part, in the last ${FAILURE_IS_NEWS_DAYS} days.` })
  failed!: number;
}

@ObjectType('AgentWeek', { description: 'Outcomes of an agent’s approval requests of seven days.' })
export class AgentWeekType {
  @Field(() => GraphQLDateTime, { description: 'When they end.' })
  endsAt!: Date;

  @Field(() => Int, { description: 'Approved.' })
  approved!: number;

  @Field(() => Int, { description: 'Sent back with a wish for changes.' })
  sentBack!: number;

  @Field(() => Int, { description: 'Rejected.' })
  rejected!: number;
}

@ObjectType('AgentRecord', { description: `What became of what an agent asked people about in the last ${RECORD_DAYS} days.` })
export class AgentRecordType {
  @Field(() => ID, { description: 'Which agent.' })
  agentId!: string;

  @Field(() => String, { description: 'As the customer knows it.' })
  agentName!: string;

  @Field(() => Int, { description: 'Approval requests; repeated requests for changed content count once.' })
  asked!: number;

  @Field(() => Int, { description: 'Of these: approved.' })
  approved!: number;

  @Field(() => Int, { description: 'Of these: sent back with a wish for changes.' })
  sentBack!: number;

  @Field(() => Int, { description: 'Of these: rejected.' })
  rejected!: number;

  @Field(() => [AgentWeekType], { description: `Each of the last ${RECORD_WEEKS} weeks, the oldest first; the last one ends now.` })
  weeks!: AgentWeekType[];
}

@ObjectType('PromisedCredits', { description: 'Credits that are not held yet and that posts will take.' })
export class PromisedCreditsType {
  @Field(() => CreditUnitEnum, { description: 'Which credits.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'By posts that need no decision any more.' })
  promised!: number;

  @Field(() => Int, { description: 'By posts that wait for people, should all of them be approved.' })
  asked!: number;
}

@Resolver(() => WorkspaceType)
export class WorkspaceFiguresResolver {
  @FieldResolver(() => WorkspaceFiguresType, { description: 'What to know of it before anything else.' })
  figures(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<WorkspaceFiguresType> {
    return loaders.figures.load(id);
  }

  @FieldResolver(() => [AgentRecordType], { description: 'How the work of its agents was judged, the busiest first.' })
  agentRecords(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Arg('first', () => Int, { nullable: true, defaultValue: 25, description: 'How many at the most, from 1 to 100.' }) first:
      | number
      | null,
    @Arg('after', () => ID, { nullable: true, description: 'The agent behind whose record the page begins; null for the busiest.' })
    after: string | null,
    @Arg('agentId', () => ID, { nullable: true, description: 'Only of this agent; null for all.' }) agentId: string | null,
  ): Promise<AgentRecordType[]> {
    const { limit } = pageRequest({ first, after: null });
    return agentRecordsOf(ctx, id, { first: limit, after: after ?? null, agentId: agentId ?? null });
  }

  @FieldResolver(() => [NetworkMetricsType], {
    description: 'What networks reported of the posts that it published in the last days, added up by network.',
  })
  networkMetrics(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Arg('days', () => Int, { defaultValue: 30, description: 'From 1 to 365.' }) days: number,
  ): Promise<NetworkMetricsType[]> {
    return networkMetricsOf(ctx, id, Math.min(Math.max(days, 1), 365));
  }

  @FieldResolver(() => [UsualMetricType], {
    description: 'The median of each figure of each account over its posts of the last 90 days; of fewer than five posts there is none.',
  })
  usualMetrics(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<UsualMetricType[]> {
    return usualMetricsOf(ctx, id);
  }
}

@Resolver(() => CreditsType)
export class PromisedCreditsResolver {
  @FieldResolver(() => [PromisedCreditsType], { description: 'What the available credits are promised to, in both units.' })
  promised(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<PromisedCreditsType[]> {
    return loaders.promisedCredits.load(accountId);
  }
}

@Resolver(() => ApprovalType)
export class ApprovalPromisesResolver {
  @FieldResolver(() => Int, { description: "How many credits of the cost's unit other posts, approved before, will take yet." })
  async promisedCredits(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    const [promised, job] = await Promise.all([loaders.promisedCredits.load(row.accountId), loaders.jobOfApproval.load(row.id)]);
    const unit = job?.mode === 'auto' ? 'autoposting' : 'publication';
    return promised.find((found) => found.unit === unit)?.promised ?? 0;
  }
}
