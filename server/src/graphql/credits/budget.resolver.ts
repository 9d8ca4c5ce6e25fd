import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { changeBudget } from '../../workspaces/change-budget.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/http-status.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { BudgetType, ChangeBudgetInput } from './budget.types.ts';

@Resolver(() => WorkspaceType)
export class BudgetResolver {
  @FieldResolver(() => BudgetType, {
    nullable: true,
    description: 'Policy: its monthly limit of credits and what is used of it; null: unlimited.',
  })
  budget(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<BudgetType | null> {
    return loaders.budget.load(id);
  }

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
