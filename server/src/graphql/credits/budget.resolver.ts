import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Budget } from '../../credits/budget-queries.ts';
import { changeBudget } from '../../workspaces/change-workspace.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { SeenSettingsInput } from '../workspaces/workspace-settings.types.ts';

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
export class ChangeBudgetInput extends SeenSettingsInput {
  @Field(() => Int, { nullable: true, description: '1 to 100,000; null for no budget.' })
  creditsPerMonth?: number | null;
}

@Resolver(() => WorkspaceType)
export class BudgetResolver {
  @FieldResolver(() => BudgetType, {
    nullable: true,
    description: 'Policy: its monthly limit of credits and what is used of it; null: unlimited.',
  })
  budget(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<BudgetType | null> {
    return loaders.budget.load(id);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Changes what a workspace may use in a month; it counts at once, also for what waits, and takes back nothing that is set aside. Owners only, with a fresh session. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `settings_changed`, `validation_failed`.',
  })
  changeBudget(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeBudgetInput, { description: 'The budget to set.' }) { creditsPerMonth = null, ...seen }: ChangeBudgetInput,
  ): Promise<WorkspaceType> {
    return withHttpStatus(async () => toWorkspaceType(await mutate(ctx, (tx) => changeBudget(tx, { ...seen, creditsPerMonth }))));
  }
}
