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

@ObjectType('WorkspaceFigures', { description: 'Key figures of a workspace.' })
export class WorkspaceFiguresType {
  @Field(() => Int, { description: 'Jobs being published, or due within 24 hours.' })
  goingOut!: number;

  @Field(() => Int, { description: 'Jobs that need no further decision and are still blocked by a gate.' })
  heldBack!: number;

  @Field(() => Int, { description: 'Jobs that need no further decision and have not started publishing, whenever they are due.' })
  planned!: number;

  @Field(() => Int, { description: 'Publications with an unknown outcome.' })
  unknown!: number;

  @Field(() => Int, { description: `Jobs that failed, fully or partially, in the last ${FAILURE_IS_NEWS_DAYS} days.` })
  failed!: number;
}

/** The outcomes of approval requests. */
@ObjectType()
abstract class OutcomesType {
  @Field(() => Int, { description: 'The number of approved requests.' })
  approved!: number;

  @Field(() => Int, { description: 'The number of requests returned with a change request.' })
  sentBack!: number;

  @Field(() => Int, { description: 'The number of rejected requests.' })
  rejected!: number;
}

@ObjectType('AgentWeek', { description: 'The outcomes of an agent’s approval requests in one week.' })
export class AgentWeekType extends OutcomesType {
  @Field(() => GraphQLDateTime, { description: 'The end of the week.' })
  endsAt!: Date;
}

@ObjectType('AgentRecord', { description: `The outcomes of an agent’s approval requests in the last ${RECORD_DAYS} days.` })
export class AgentRecordType extends OutcomesType {
  @Field(() => ID, { description: 'The agent, `agt_…`.' })
  agentId!: string;

  @Field(() => String, { description: 'The agent’s name.' })
  agentName!: string;

  @Field(() => Int, { description: 'The number of approval requests; repeated requests for changed content count once.' })
  asked!: number;

  @Field(() => [AgentWeekType], { description: `The last ${RECORD_WEEKS} weeks, oldest first; the last one ends now.` })
  weeks!: AgentWeekType[];
}

@ObjectType('PromisedCredits', { description: 'Credits that posts will use and that are not reserved yet.' })
export class PromisedCreditsType {
  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'The credits for posts that need no further decision.' })
  promised!: number;

  @Field(() => Int, { description: 'The credits for posts awaiting a decision, if all are approved.' })
  asked!: number;
}

@Resolver(() => WorkspaceType)
export class WorkspaceFiguresResolver {
  @FieldResolver(() => WorkspaceFiguresType, { description: 'Key figures of the workspace.' })
  figures(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<WorkspaceFiguresType> {
    return loaders.figures.load(id);
  }

  @FieldResolver(() => [AgentRecordType], { description: 'The outcomes of agents’ approval requests, busiest agent first.' })
  agentRecords(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Arg('first', () => Int, { nullable: true, defaultValue: 25, description: 'The page size, 1 to 100.' }) first: number | null,
    @Arg('after', () => ID, { nullable: true, description: 'The last agent of the previous page, `agt_…`; the first page if omitted.' })
    after: string | null,
    @Arg('agentId', () => ID, { nullable: true, description: 'Only the record of this agent, `agt_…`; all if omitted.' }) agentId:
      | string
      | null,
  ): Promise<AgentRecordType[]> {
    const { limit } = pageRequest({ first, after: null });
    return agentRecordsOf(ctx, id, { first: limit, after: after ?? null, agentId: agentId ?? null });
  }

  @FieldResolver(() => [NetworkMetricsType], {
    description: 'The sums of the figures that each network reported for posts published in the last days.',
  })
  networkMetrics(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Arg('days', () => Int, { defaultValue: 30, description: 'The number of days, 1 to 365; other values are clamped.' }) days: number,
  ): Promise<NetworkMetricsType[]> {
    return networkMetricsOf(ctx, id, Math.min(Math.max(days, 1), 365));
  }

  @FieldResolver(() => [UsualMetricType], {
    description:
      'The median of each figure of each account over its posts of the last 90 days, a day after publication, for accounts with at least five posts.',
  })
  usualMetrics(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<UsualMetricType[]> {
    return usualMetricsOf(ctx, id);
  }
}

@Resolver(() => CreditsType)
export class PromisedCreditsResolver {
  @FieldResolver(() => [PromisedCreditsType], { description: 'Credits that posts will use and that are not reserved yet, in both units.' })
  promised(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<PromisedCreditsType[]> {
    return loaders.promisedCredits.load(accountId);
  }
}

@Resolver(() => ApprovalType)
export class ApprovalPromisesResolver {
  @FieldResolver(() => Int, { description: 'The credits, in the unit of `cost`, that posts approved earlier will still use.' })
  async promisedCredits(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    const [promised, job] = await Promise.all([loaders.promisedCredits.load(row.accountId), loaders.jobOfApproval.load(row.id)]);
    const unit = job?.mode === 'auto' ? 'autoposting' : 'publication';
    return promised.find((found) => found.unit === unit)?.promised ?? 0;
  }
}
