import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, Float, ID, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn, refuseAgents } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { addCredits, correctCredits } from '../../credits/add-credits.ts';
import { FORECAST_DAYS, forecast } from '../../credits/burn-down.ts';
import type { Bucket, CreditEntry } from '../../credits/credit.entities.ts';
import { listEntries } from '../../credits/credit-queries.ts';
import type { CreditUse } from '../../credits/credit-use.ts';
import { startCheckout } from '../../credits/payments/start-checkout.ts';
import { BUCKETS_OF_UNIT, type CreditUnit } from '../../credits/products.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { findWorkspaceAsOperator } from '../../workspaces/workspace-queries.ts';
import { PlatformType, platformTypeOf } from '../drafts/platform.types.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { CreditUnitEnum } from './cost.types.ts';
import {
  AddCreditsInput,
  CheckoutType,
  CorrectCreditsInput,
  CreditBalanceType,
  CreditBucketEnum,
  CreditEntryKindEnum,
  CreditEntryPageType,
  CreditEntryType,
  CreditProductType,
  CreditsType,
  StartCheckoutInput,
  toCreditEntryType,
  toProductTypes,
} from './credits.types.ts';

@ObjectType('CreditUseEntry', { description: 'Credits of one unit spent on one day for one agent.' })
export class CreditUseEntryType {
  @Field(() => String, { description: 'The ISO date, in the workspace’s time zone.' })
  day!: string;

  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => ID, { nullable: true, description: 'The agent whose posts used the credits, `agt_…`; null for people’s posts.' })
  agentId!: string | null;

  @Field(() => String, { nullable: true, description: 'The agent’s name; null for people’s posts.' })
  agentName!: string | null;

  @Field(() => Int, { description: 'The credits spent.' })
  used!: number;
}

@ObjectType('CreditUse', { description: 'Credits spent per day.' })
export class CreditUseType {
  @Field(() => String, { description: 'The first day, as an ISO date in the workspace’s time zone.' })
  from!: string;

  @Field(() => String, { description: 'The last day: today in the workspace’s time zone, as an ISO date.' })
  to!: string;

  @Field(() => [CreditUseEntryType], { description: 'The entries, oldest day first; days without use are omitted.' })
  entries!: CreditUseEntryType[];
}

@ObjectType('CreditForecast', {
  description:
    'How long the credits of a unit will last: the available credits divided by the average daily use over the last whole days, at most 28. The plan’s next monthly allowance is not included.',
})
export class CreditForecastType {
  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'The credits currently available in all buckets of the unit.' })
  available!: number;

  @Field(() => Int, { description: 'The credits spent in the period that the forecast is based on.' })
  used!: number;

  @Field(() => Int, { description: 'The length of that period, in whole days.' })
  basisDays!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The average daily use; null if the period is shorter than a week or has fewer than five credits of use.',
  })
  perDay!: number | null;

  @Field(() => Int, { nullable: true, description: 'Whole days until no credits are left; null if there is no forecast.' })
  daysLeft!: number | null;
}

const toCreditUseType = ({ from, to, entries }: CreditUse, translate: Translate): CreditUseType => ({
  from,
  to,
  entries: entries.map((entry) => ({ ...entry, agentName: entry.agentName && localizeName(entry.agentName, translate) })),
});

@ArgsType()
export class LedgerArgs extends PageArgs {
  @Field(() => CreditBucketEnum, { nullable: true, description: 'Only changes of this bucket; all if omitted.' })
  bucket!: Bucket | null;

  @Field(() => CreditEntryKindEnum, { nullable: true, description: 'Only this kind of change; all if omitted.' })
  kind!: CreditEntry['kind'] | null;
}

/** Operators identify an account by one of its workspaces. */
function changeCredits(
  ctx: GraphqlContext,
  workspaceId: string,
  change: (tx: Context, accountId: string) => Promise<unknown>,
): Promise<CreditsType> {
  return mutate(ctx, async (tx) => {
    const { accountId, timeZone } = await findWorkspaceAsOperator(tx, workspaceId);
    await change(tx, accountId);
    return { accountId, timeZone };
  });
}

@Resolver(() => CreditsType)
export class CreditsResolver {
  @FieldResolver(() => [CreditBalanceType], { description: 'The balance of every bucket, including empty ones.' })
  balances(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<CreditBalanceType[]> {
    return loaders.balances.load(accountId);
  }

  @FieldResolver(() => [CreditProductType], { description: 'The products that can be bought.' })
  products(@Ctx() { translate }: GraphqlContext): CreditProductType[] {
    return toProductTypes(translate);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller can buy credits: owners only, and only if the operator has configured payments.',
  })
  canBuy(@Ctx() ctx: GraphqlContext, @Root() { accountId }: CreditsType): boolean {
    return ctx.payments !== null && ctx.actor.kind === 'user' && canIn(ctx, accountId, 'manage');
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The operator’s contact address for buying credits, a `mailto:` or `https:` URL; null if none is configured.',
  })
  operatorContact(@Ctx() { config }: GraphqlContext): string | null {
    return config.people.operatorContact;
  }

  @FieldResolver(() => CreditEntryPageType, {
    nullable: true,
    description:
      'All changes of balances, newest first. People and their integrations only; agents are refused, since entries reveal the work of other agents.',
  })
  async ledger(
    @Ctx() ctx: GraphqlContext,
    @Root() { accountId }: CreditsType,
    @Args(() => LedgerArgs) { bucket, kind, ...page }: LedgerArgs,
  ): Promise<Page<CreditEntryType>> {
    refuseAgents(ctx);
    return toPage(await listEntries(ctx, accountId, { ...pageRequest(page), bucket, kind }), toCreditEntryType);
  }

  @FieldResolver(() => CreditUseType, {
    nullable: true,
    description:
      'Credits spent on each of the last days, by unit and agent. People and their integrations only; agents are refused, since entries reveal the work of other agents.',
  })
  async use(
    @Ctx() ctx: GraphqlContext,
    @Root() { accountId, timeZone }: CreditsType,
    @Arg('days', () => Int, { nullable: false, defaultValue: 30, description: 'The number of days, including today, 1 to 92.' })
    days: number,
  ): Promise<CreditUseType> {
    refuseAgents(ctx);
    return toCreditUseType(await ctx.loaders.creditUse.load({ accountId, timeZone, days }), ctx.translate);
  }

  @FieldResolver(() => [CreditForecastType], {
    nullable: true,
    description: 'A forecast of each unit’s use. People and their integrations only; agents are refused.',
  })
  async forecasts(@Ctx() ctx: GraphqlContext, @Root() { accountId, timeZone }: CreditsType): Promise<CreditForecastType[]> {
    refuseAgents(ctx);
    const [balances, use] = await Promise.all([
      ctx.loaders.balances.load(accountId),
      ctx.loaders.creditUse.load({ accountId, timeZone, days: FORECAST_DAYS }),
    ]);
    return (Object.keys(BUCKETS_OF_UNIT) as CreditUnit[]).map((unit) => {
      const available = balances.filter((balance) => balance.unit === unit).reduce((sum, balance) => sum + balance.available, 0);
      return forecast(unit, available, use);
    });
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => CreditsType, {
    description:
      'Adds a product to a workspace’s account without payment. Operators only. Errors: `insufficient_role`, `not_found`, `bad_user_input`.',
  })
  addCredits(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddCreditsInput, { description: 'The product and its quantity.' }) {
      workspaceId,
      product,
      quantity,
    }: AddCreditsInput,
  ): Promise<CreditsType> {
    return changeCredits(ctx, workspaceId, (tx, accountId) => addCredits(tx, { accountId, product, quantity }));
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => CreditsType, {
    description:
      'Adds credits to a bucket or deducts them, with a reason. Operators only. Errors: `insufficient_role`, `not_found`, `bad_user_input`, `insufficient_credits`.',
  })
  correctCredits(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => CorrectCreditsInput, { description: 'The correction and its reason.' })
    { workspaceId, bucket, amount, reason }: CorrectCreditsInput,
  ): Promise<CreditsType> {
    return changeCredits(ctx, workspaceId, (tx, accountId) => correctCredits(tx, { accountId, bucket, amount, reason }));
  }

  @Authorized('manage')
  @Mutation(() => CheckoutType, {
    description:
      'Creates an order and its payment page. Owners only. Errors: `insufficient_role`, `not_found`, `account_not_approved`, `bad_user_input`, `payments_not_configured`, `payment_unavailable`, `rate_limited`.',
  })
  startCheckout(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => StartCheckoutInput, { description: 'The product and its quantity.' }) input: StartCheckoutInput,
  ): Promise<CheckoutType> {
    return withHttpStatus(() => startCheckout(ctx, input));
  }
}

@Resolver(() => CreditEntryType)
export class CreditEntryResolver {
  @FieldResolver(() => ID, { nullable: true, description: 'The publish job of `publicationId`; null without one.' })
  async jobId(@Ctx() { loaders }: GraphqlContext, @Root() { publicationId }: CreditEntryType): Promise<string | null> {
    return publicationId === null ? null : ((await loaders.publication.load(publicationId))?.jobId ?? null);
  }

  @FieldResolver(() => PlatformType, { nullable: true, description: 'The platform of `publicationId`; null without one.' })
  async platform(@Ctx() ctx: GraphqlContext, @Root() { publicationId }: CreditEntryType): Promise<PlatformType | null> {
    const publication = publicationId === null ? null : await ctx.loaders.publication.load(publicationId);
    return publication && platformTypeOf(ctx, publication.platform);
  }
}
