import { Field, Int, ObjectType } from 'type-graphql';
import type { CreditUnit } from '../../credits/products.ts';
import { createEnum } from '../engine/create-enum.ts';
import { BudgetType } from './budget.resolver.ts';
import { PostCostType } from './price.types.ts';

export const CreditUnitEnum = createEnum<CreditUnit>(
  'CreditUnit',
  'What a credit is good for. The two are never converted into each other.',
  {
    publication: "One platform publication with a person's approval.",
    autoposting: 'One platform publication without one.',
  },
);

@ObjectType('Cost', { description: 'What it takes to publish something, against what there is.' })
export class CostType {
  @Field(() => CreditUnitEnum, { description: 'Which credits it draws.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'How many for all targets together, with the surcharges.' })
  quantity!: number;

  @Field(() => [PostCostType], { description: 'What each post takes that has set none aside yet.' })
  posts!: PostCostType[];

  @Field(() => Int, { description: 'How many of them the account has available now.' })
  available!: number;

  @Field(() => Int, { description: 'How many would be left; negative when there are not enough.' })
  after!: number;

  @Field(() => BudgetType, { nullable: true, description: 'What the workspace may use this month; null where no budget is set.' })
  budget!: BudgetType | null;
}
