import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { refuseAgents } from '../../access/authorise.ts';
import { BURN_DOWN_DAYS, readBurnDowns } from '../../credits/burn-down.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { promisesPart } from '../../publishing/jobs/promised-credits.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { CreditUnitEnum } from './cost.types.ts';
import { CreditsType } from './credits.types.ts';

@ObjectType('CreditsLeft', { description: 'How many credits of a unit were free at the end of a day.' })
export class CreditsLeftType {
  @Field(() => String, { description: 'ISO date in the zone of the workspace.' })
  day!: string;

  @Field(() => Int, { description: 'How many; of today, how many are now.' })
  left!: number;
}

@ObjectType('CreditPromise', { description: 'What posts that need no decision any more take on a day.' })
export class CreditPromiseType {
  @Field(() => String, { description: 'ISO date in the zone of the workspace; today for what has no time, or is late.' })
  day!: string;

  @Field(() => Int, { description: 'How many.' })
  credits!: number;
}

@ObjectType('CreditBurnDown', {
  description: `How the credits of a unit went in the last ${BURN_DOWN_DAYS} days, and what of them is promised in the coming ${BURN_DOWN_DAYS}.`,
})
export class CreditBurnDownType {
  @Field(() => CreditUnitEnum, { description: 'Of which unit.' })
  unit!: CreditUnit;

  @Field(() => [CreditsLeftType], { description: 'Every day, the oldest first; the last one is today.' })
  left!: CreditsLeftType[];

  @Field(() => String, { description: 'The last day of the forecast.' })
  until!: string;

  @Field(() => [CreditPromiseType], { description: 'The soonest day first, from today on; days without any are left out.' })
  promises!: CreditPromiseType[];

  @Field(() => String, {
    nullable: true,
    description: 'The day on which the promised posts take the last of them; null where they leave some.',
  })
  emptyOn!: string | null;
}

@Resolver(() => CreditsType)
export class BurnDownResolver {
  @FieldResolver(() => [CreditBurnDownType], {
    nullable: true,
    description: 'How the credits of each unit go down. People and their integrations only, refused to agents.',
  })
  burnDowns(@Ctx() ctx: GraphqlContext, @Root() { accountId, timeZone }: CreditsType): Promise<CreditBurnDownType[]> {
    refuseAgents(ctx);
    const now = ctx.clock.now();
    return readBurnDowns(ctx, { accountId, timeZone, promises: (until) => promisesPart({ accountId, timeZone, now, until }) });
  }
}
