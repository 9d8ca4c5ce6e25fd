import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Budget } from '../../credits/budgets/budget-queries.ts';

@ObjectType('Budget', { description: 'What a workspace may use of the credits in a calendar month of its time zone.' })
export class BudgetType implements Budget {
  @Field(() => Int, { description: 'The most that may be set aside or spent in the month, in both units together.' })
  creditsPerMonth!: number;

  @Field(() => Int, { description: 'Set aside and spent in this month; what was given back does not count.' })
  used!: number;

  @Field(() => Int, { description: 'What may still be used; never below zero.' })
  left!: number;

  @Field(() => GraphQLDateTime, { description: 'When the next month begins and the budget resets.' })
  renewsAt!: Date;
}

@InputType('ChangeBudgetInput', { description: 'What a workspace may use in a month.' })
export class ChangeBudgetInput {
  @Field(() => ID, { description: 'The workspace.' })
  workspaceId!: string;

  @Field(() => Int, { description: '`settingsRevision` that was seen; refused as `settings_changed` when there is a newer one.' })
  revision!: number;

  @Field(() => Int, { nullable: true, description: '1 to 100,000; null for no budget.' })
  creditsPerMonth?: number | null;
}
