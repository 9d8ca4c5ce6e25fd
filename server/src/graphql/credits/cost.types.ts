import { Field, Int, ObjectType } from 'type-graphql';
import type { CreditUnit } from '../../credits/products.ts';
import { createEnum } from '../engine/create-enum.ts';
import { BudgetType } from './budget.resolver.ts';
import { PostCostType } from './price.types.ts';

export const CreditUnitEnum = createEnum<CreditUnit>(
  'CreditUnit',
  'What a credit pays for. The two units are never converted into each other.',
  {
    publication: 'One publication with a person’s approval.',
    autoposting: 'One publication without a person’s approval.',
  },
);

@ObjectType('Cost', { description: 'The cost of publishing, and the credits available for it.' })
export class CostType {
  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'The credits for all targets together, including surcharges.' })
  quantity!: number;

  @Field(() => [PostCostType], { description: 'The cost of each post that has no credits reserved yet.' })
  posts!: PostCostType[];

  @Field(() => Int, { description: 'The credits that the account currently has available in this unit.' })
  available!: number;

  @Field(() => Int, { description: 'The credits that would be left; negative if there are too few.' })
  after!: number;

  @Field(() => BudgetType, { nullable: true, description: 'The workspace’s budget for this month; null if none is set.' })
  budget!: BudgetType | null;
}
