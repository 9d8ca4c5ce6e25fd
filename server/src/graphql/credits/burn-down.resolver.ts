import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { refuseAgents } from '../../access/authorise.ts';
import { BURN_DOWN_DAYS, readBurnDowns } from '../../credits/burn-down.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { promisesPart } from '../../publishing/jobs/promised-credits.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { CreditUnitEnum } from './cost.types.ts';
import { CreditsType } from './credits.types.ts';

@ObjectType('CreditsLeft', { description: 'The available credits of a unit at the end of a day.' })
export class CreditsLeftType {
  @Field(() => String, { description: 'The ISO date, in the workspace’s time zone.' })
  day!: string;

  @Field(() => Int, { description: 'The available credits; for today, as of now.' })
  left!: number;
}

@ObjectType('CreditPromise', { description: 'The credits that decided posts will use on a day.' })
export class CreditPromiseType {
  @Field(() => String, { description: 'The ISO date, in the workspace’s time zone; today for posts without a time or overdue.' })
  day!: string;

  @Field(() => Int, { description: 'The number of credits.' })
  credits!: number;
}

@ObjectType('CreditBurnDown', {
  description: `The available credits of a unit over the last ${BURN_DOWN_DAYS} days, and the credits that decided posts will use in the next ${BURN_DOWN_DAYS}.`,
})
export class CreditBurnDownType {
  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => [CreditsLeftType], { description: 'One entry per day, oldest first; the last is today.' })
  left!: CreditsLeftType[];

  @Field(() => String, { description: 'The last day of the forecast, as an ISO date.' })
  until!: string;

  @Field(() => [CreditPromiseType], {
    description: 'Credits that will be used, soonest day first, starting today; days without any are omitted.',
  })
  promises!: CreditPromiseType[];

  @Field(() => String, {
    nullable: true,
    description: 'The day on which decided posts will use the last credits, as an ISO date; null if some will remain.',
  })
  emptyOn!: string | null;
}

@Resolver(() => CreditsType)
export class BurnDownResolver {
  @FieldResolver(() => [CreditBurnDownType], {
    nullable: true,
    description: 'The past and forecast use of each unit. People and their integrations only; agents are refused.',
  })
  burnDowns(@Ctx() ctx: GraphqlContext, @Root() { accountId, timeZone }: CreditsType): Promise<CreditBurnDownType[]> {
    refuseAgents(ctx);
    const now = ctx.clock.now();
    return readBurnDowns(ctx, { accountId, timeZone, promises: (until) => promisesPart({ accountId, timeZone, now, until }) });
  }
}
