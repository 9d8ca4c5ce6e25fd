import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountState } from '../access/account.entity.ts';
import { listAccounts } from '../access/account-queries.ts';
import { isOperator } from '../access/authorise.ts';
import { readLaunchSteps } from '../launch/launch-queries.ts';
import { AccountPageType, AccountStateEnum, AccountType, toAccountType } from './account.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { changeAccountState, signStep } from './operate.ts';
import { LaunchStepType, OperatorType, toLaunchStepType } from './operator.types.ts';
import { PageArgs } from './page.args.ts';
import type { Page } from './page.ts';
import { pageRequest, toPage } from './read-page.ts';

@Resolver(() => OperatorType)
export class OperatorResolver {
  @Query(() => OperatorType, { nullable: true, description: 'What operators see; null for everybody else.' })
  operator(@Ctx() ctx: GraphqlContext): OperatorType | null {
    return isOperator(ctx) ? {} : null;
  }

  @FieldResolver(() => [LaunchStepType], {
    description: 'Every launch step, signed or not. Until all are signed only the sandbox publishes.',
  })
  async launchSteps(@Ctx() { em }: GraphqlContext): Promise<LaunchStepType[]> {
    return (await readLaunchSteps(em)).map(toLaunchStepType);
  }

  @FieldResolver(() => AccountPageType, { description: 'Every account of the service, the newest first.' })
  async accounts(@Ctx() ctx: GraphqlContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<AccountType>> {
    return toPage(await listAccounts(ctx, pageRequest(page)), toAccountType);
  }

  @Mutation(() => OperatorType, {
    description: 'Signs a launch step; a second time changes nothing. Operators only. Errors: `insufficient_role`, `not_found`.',
  })
  signLaunchStep(
    @Ctx() ctx: GraphqlContext,
    @Arg('step', () => String, { description: 'Identifier of the step.' }) step: string,
  ): Promise<OperatorType> {
    return signStep(ctx, step);
  }

  @Mutation(() => AccountType, {
    description: 'Approves or suspends an account. Operators only. Errors: `insufficient_role`, `not_found`, `invalid_state`.',
  })
  async setAccountState(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: '`acc_…`.' }) accountId: string,
    @Arg('state', () => AccountStateEnum, { description: 'The new state.' }) state: AccountState,
  ): Promise<AccountType> {
    return toAccountType(await changeAccountState(ctx, accountId, state));
  }
}
