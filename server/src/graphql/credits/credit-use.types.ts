import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Bucket } from '../../credits/credit-balance.entity.ts';
import type { CreditEntry } from '../../credits/credit-entry.entity.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { CreditUse } from '../../credits/use/credit-use.ts';
import { sayName, type Translate } from '../../languages/translate.ts';
import { PageArgs } from '../engine/paging.ts';
import { CreditUnitEnum } from './cost.types.ts';
import { CreditBucketEnum, CreditEntryKindEnum } from './credits.types.ts';

@ObjectType('CreditUseEntry', { description: 'Credits of one unit that were spent on one day for one agent.' })
export class CreditUseEntryType {
  @Field(() => String, { description: 'ISO date in the zone of the workspace.' })
  day!: string;

  @Field(() => CreditUnitEnum, { description: 'What was spent; units are never added to each other.' })
  unit!: CreditUnit;

  @Field(() => ID, { nullable: true, description: 'The agent it was spent for, `agt_…`; null for requests of people.' })
  agentId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the agent; null for requests of people.' })
  agentName!: string | null;

  @Field(() => Int, { description: 'How many.' })
  used!: number;
}

@ObjectType('CreditUse', { description: 'What was spent on each of the last days.' })
export class CreditUseType {
  @Field(() => String, { description: 'The first day, an ISO date in the zone of the workspace.' })
  from!: string;

  @Field(() => String, { description: 'Today there.' })
  to!: string;

  @Field(() => [CreditUseEntryType], { description: 'The oldest day first; days without use are left out.' })
  entries!: CreditUseEntryType[];
}

@ObjectType('CreditForecast', {
  description:
    'How long the credits of a unit last if things go on: what is available now over the mean of the last whole days, 28 at the most. What a plan gives again next month is not counted.',
})
export class CreditForecastType {
  @Field(() => CreditUnitEnum, { description: 'Of which unit.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'What is there now, in all buckets of the unit.' })
  available!: number;

  @Field(() => Int, { description: 'Spent on the days that it is computed from.' })
  used!: number;

  @Field(() => Int, { description: 'Whole days that it is computed from.' })
  basisDays!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The mean; null where there was less than a week or fewer than five credits to go by.',
  })
  perDay!: number | null;

  @Field(() => Int, { nullable: true, description: 'Whole days until no credits are left; null if there is no forecast.' })
  daysLeft!: number | null;
}

export const toCreditUseType = ({ from, to, entries }: CreditUse, translate: Translate): CreditUseType => ({
  from,
  to,
  entries: entries.map((entry) => ({ ...entry, agentName: entry.agentName && sayName(entry.agentName, translate) })),
});

@ArgsType()
export class LedgerArgs extends PageArgs {
  @Field(() => CreditBucketEnum, { nullable: true, description: 'Only this bucket; null for all.' })
  bucket!: Bucket | null;

  @Field(() => CreditEntryKindEnum, { nullable: true, description: 'Only this kind of change; null for all.' })
  kind!: CreditEntry['kind'] | null;
}
