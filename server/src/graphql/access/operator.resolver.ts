import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { AccountState } from '../../access/account.entity.ts';
import { listAccounts, setAccountState } from '../../access/accounts.ts';
import { isOperator, roleIn } from '../../access/authorise.ts';
import { readKeptByAge } from '../../account-data/apply-retention.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from '../../config/oauth-clients-config.ts';
import { redirectUriOf } from '../../connections/oauth-sign-in.ts';
import { NOT_LIVE, readRisks } from '../../db/durability-risks.ts';
import { ServiceSwitch } from '../../launch/launch.entities.ts';
import { readLaunchSteps } from '../../launch/launch-queries.ts';
import { signLaunchStep } from '../../launch/launch-steps.ts';
import { resumeService, stopService } from '../../launch/stop-service.ts';
import { readServiceFigures } from '../../publishing/read-service-figures.ts';
import { CreditProductType, toProductTypes } from '../credits/credits.types.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { type Page, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { AccountPageType, AccountStateEnum, AccountType, AccountWorkspaceType, toAccountType } from './members.types.ts';
import {
  AccountsArgs,
  KeptByAgeType,
  LaunchStepType,
  OperatorNetworkType,
  OperatorType,
  ServiceFiguresType,
  ServiceStopType,
  toLaunchStepType,
} from './operator.types.ts';

@Resolver(() => OperatorType)
export class OperatorResolver {
  @Authorized('public')
  @Query(() => OperatorType, { nullable: true, description: 'Data for operators of the service; null for all other callers.' })
  operator(@Ctx() ctx: GraphqlContext): OperatorType | null {
    return isOperator(ctx) ? {} : null;
  }

  @FieldResolver(() => [LaunchStepType], {
    description: 'All launch steps. Until every one is signed, only the sandbox publishes.',
  })
  async launchSteps(@Ctx() { em, translate }: GraphqlContext): Promise<LaunchStepType[]> {
    return (await readLaunchSteps(em)).map((step) => toLaunchStepType(step, translate));
  }

  @FieldResolver(() => ServiceStopType, { nullable: true, description: 'The current stop of publishing for the whole service, or null.' })
  async stop(@Ctx() { em }: GraphqlContext): Promise<ServiceStopType | null> {
    const { stoppedAt, reason } = await em.findOneOrFail(ServiceSwitch, 'publishing');
    return stoppedAt ? { stoppedAt, reason: reason ?? null } : null;
  }

  @FieldResolver(() => ServiceFiguresType, { description: 'Current figures of the whole service.' })
  async figures(@Ctx() { em, clock }: GraphqlContext): Promise<ServiceFiguresType> {
    return readServiceFigures(em, clock.now());
  }

  @FieldResolver(() => [String], { description: 'Problems with the database’s configuration, one sentence each; empty if there are none.' })
  async databaseWarnings(@Ctx() { em, engine }: GraphqlContext): Promise<string[]> {
    return [...(engine.isLive ? [] : [NOT_LIVE]), ...(await readRisks(em))];
  }

  @FieldResolver(() => [KeptByAgeType], { description: 'How long records that accumulate are retained.' })
  keptByAge(@Ctx() ctx: GraphqlContext): KeptByAgeType[] {
    return readKeptByAge(ctx);
  }

  @FieldResolver(() => [OperatorNetworkType], {
    description: 'The networks where the operator must register the service, and whether it is registered.',
  })
  networks(@Ctx() ctx: GraphqlContext): OperatorNetworkType[] {
    return OAUTH_CLIENT_PLATFORMS.map((id) => {
      const platform = ctx.platforms.get(id);
      return {
        id,
        label: platform?.label ?? id,
        isRegistered: platform?.oauth?.missing === null,
        returnAddress: redirectUriOf(ctx, null),
        scopes: [...(platform?.oauth?.scopes ?? [])],
        settings: clientSettings(id),
      };
    });
  }

  @FieldResolver(() => [CreditProductType], { description: 'The products whose credits an operator can add to an account.' })
  products(@Ctx() { translate }: GraphqlContext): CreditProductType[] {
    return toProductTypes(translate);
  }

  @FieldResolver(() => AccountPageType, { description: 'The accounts of the service, newest first.' })
  async accounts(@Ctx() ctx: GraphqlContext, @Args(() => AccountsArgs) { search, ...page }: AccountsArgs): Promise<Page<AccountType>> {
    return toPage(await listAccounts(ctx, { ...pageRequest(page), search }), toAccountType);
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description:
      'Signs a launch step. Signing it again has no effect. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`.',
  })
  async signLaunchStep(
    @Ctx() ctx: GraphqlContext,
    @Arg('step', () => String, { description: 'The id of the launch step.' }) step: string,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => signLaunchStep(tx, step));
    return {};
  }

  @Authorized('operator')
  @Mutation(() => OperatorType, {
    description:
      'Stops publishing for the whole service. Posts that are already being sent are completed. Operators only. Errors: `insufficient_role`, `validation_failed`.',
  })
  async stopService(
    @Ctx() ctx: GraphqlContext,
    @Arg('reason', () => String, { nullable: true, description: 'The reason, at most 200 characters, shown to every customer.' })
    reason: string | null,
  ): Promise<OperatorType> {
    await mutate(ctx, (tx) => stopService(tx, { reason }));
    return {};
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => OperatorType, {
    description: 'Resumes publishing for the whole service. Operators only. Errors: `insufficient_role`, `reauthentication_required`.',
  })
  async resumeService(@Ctx() ctx: GraphqlContext): Promise<OperatorType> {
    await mutate(ctx, resumeService);
    return {};
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Approves or suspends an account. Operators only. Errors: `insufficient_role`, `reauthentication_required`, `not_found`, `invalid_state`.',
  })
  async setAccountState(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: 'The account’s id, `acc_…`.' }) accountId: string,
    @Arg('state', () => AccountStateEnum, { description: 'The new state.' }) state: AccountState,
  ): Promise<AccountType> {
    return toAccountType(await mutate(ctx, (tx) => setAccountState(tx, accountId, state)));
  }
}

@Resolver(() => AccountType)
export class AccountWorkspacesResolver {
  @FieldResolver(() => [AccountWorkspaceType], {
    nullable: true,
    description: 'The names of the account’s workspaces, oldest first; null unless the caller is a member or an operator.',
  })
  async workspaces(@Ctx() ctx: GraphqlContext, @Root() { id }: AccountType): Promise<AccountWorkspaceType[] | null> {
    if (!isOperator(ctx) && !roleIn(ctx, id)) return null;
    return (await ctx.loaders.workspacesOfAccount.load(id)).map(({ id: workspaceId, name }) => ({ id: workspaceId, name }));
  }
}
