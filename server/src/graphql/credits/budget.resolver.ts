import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Budget } from '../../credits/budget-queries.ts';
import { changeBudget } from '../../workspaces/change-workspace.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { SeenSettingsInput } from '../workspaces/workspace-settings.types.ts';

@ObjectType('Budget', { description: 'A workspace’s limit of credits per calendar month, in its time zone.' })
export class BudgetType implements Budget {
  @Field(() => Int, { description: 'The most credits that may be reserved or spent in the month, both units together.' })
  creditsPerMonth!: number;

  @Field(() => Int, { description: 'Credits reserved and spent this month, without released ones.' })
  used!: number;

  @Field(() => Int, { description: 'Credits left in the budget; never negative.' })
  left!: number;

  @Field(() => GraphQLDateTime, { description: 'When the next month begins and the budget resets.' })
  renewsAt!: Date;
}

@InputType('ChangeBudgetInput', { description: 'A workspace’s monthly budget.' })
export class ChangeBudgetInput extends SeenSettingsInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The most credits per calendar month, in the workspace’s time zone: 1 to 100,000; null for no budget.',
  })
  creditsPerMonth?: number | null;
}

@Resolver(() => WorkspaceType)
export class BudgetResolver {
  @FieldResolver(() => BudgetType, {
    nullable: true,
    description: 'Policy: the monthly limit of credits and its use; null if unlimited.',
  })
  budget(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<BudgetType | null> {
    return loaders.budget.load(id);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => WorkspaceType, {
    description:
      'Changes a workspace’s monthly budget with immediate effect, also for pending posts; credits already reserved are kept. Owners only; requires recent authentication. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `settings_changed`, `validation_failed`.',
  })
  changeBudget(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeBudgetInput, { description: 'The budget to set.' }) { creditsPerMonth = null, ...seen }: ChangeBudgetInput,
  ): Promise<WorkspaceType> {
    return withHttpStatus(async () => toWorkspaceType(await mutate(ctx, (tx) => changeBudget(tx, { ...seen, creditsPerMonth }))));
  }
}
