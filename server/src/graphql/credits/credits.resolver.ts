import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, Float, ID, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn, refuseAgents } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { addCredits, correctCredits } from '../../credits/add-credits.ts';
import { FORECAST_DAYS, forecast } from '../../credits/burn-down.ts';
import type { Bucket, CreditEntry } from '../../credits/credit.entities.ts';
import { listEntries } from '../../credits/credit-queries.ts';
import type { CreditUse } from '../../credits/credit-use.ts';
import { startCheckout } from '../../credits/payments/start-checkout.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, PRODUCTS } from '../../credits/products.ts';
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
} from './credits.types.ts';

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

const toCreditUseType = ({ from, to, entries }: CreditUse, translate: Translate): CreditUseType => ({
  from,
  to,
  entries: entries.map((entry) => ({ ...entry, agentName: entry.agentName && localizeName(entry.agentName, translate) })),
});

@ArgsType()
export class LedgerArgs extends PageArgs {
  @Field(() => CreditBucketEnum, { nullable: true, description: 'Only this bucket; null for all.' })
  bucket!: Bucket | null;

  @Field(() => CreditEntryKindEnum, { nullable: true, description: 'Only this kind of change; null for all.' })
  kind!: CreditEntry['kind'] | null;
}

/** For the operator, who names an account by one of its workspaces. */
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
  @FieldResolver(() => [CreditBalanceType], { description: 'Every bucket, also the empty ones.' })
  balances(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<CreditBalanceType[]> {
    return loaders.balances.load(accountId);
  }

  @FieldResolver(() => [CreditProductType], { description: 'The catalogue.' })
  products(@Ctx() { translate }: GraphqlContext): CreditProductType[] {
    return PRODUCTS.map(({ id, label, priceCents, quantity, unit, note }) => ({
      ...{ id, label, priceCents, quantity, unit },
      note: translate(note),
    }));
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller can pay for credits here: owners, where the operator has set it up.' })
  canBuy(@Ctx() ctx: GraphqlContext, @Root() { accountId }: CreditsType): boolean {
    return ctx.payments !== null && ctx.actor.kind === 'user' && canIn(ctx, accountId, 'manage');
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where to ask for credits: the `mailto:` or `https:` address that the operator named; null where none is named.',
  })
  operatorContact(@Ctx() { config }: GraphqlContext): string | null {
    return config.people.operatorContact;
  }

  @FieldResolver(() => CreditEntryPageType, {
    nullable: true,
    description:
      'Every change of a balance, the newest first. People and their integrations only, refused to agents: it names the work of every agent.',
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
      'What was spent on each of the last days, by unit and agent. People and their integrations only, refused to agents: it names the work of every agent.',
  })
  async use(
    @Ctx() ctx: GraphqlContext,
    @Root() { accountId, timeZone }: CreditsType,
    @Arg('days', () => Int, { nullable: false, defaultValue: 30, description: 'How many days, today included: 1 to 92.' }) days: number,
  ): Promise<CreditUseType> {
    refuseAgents(ctx);
    return toCreditUseType(await ctx.loaders.creditUse.load({ accountId, timeZone, days }), ctx.translate);
  }

  @FieldResolver(() => [CreditForecastType], {
    nullable: true,
    description: 'How long what is left lasts, for each unit. People and their integrations only, refused to agents.',
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
      'Adds a product to the account of a workspace. Operators only. Errors: `insufficient_role`, `not_found`, `bad_user_input`.',
  })
  addCredits(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddCreditsInput, { description: 'What to add.' }) { workspaceId, product, quantity }: AddCreditsInput,
  ): Promise<CreditsType> {
    return changeCredits(ctx, workspaceId, (tx, accountId) => addCredits(tx, { accountId, product, quantity }));
  }

  @Authorized('operator', 'recent_sign_in')
  @Mutation(() => CreditsType, {
    description:
      'Adds credits to a bucket, or takes some, with a reason. Operators only. Errors: `insufficient_role`, `not_found`, `bad_user_input`, `insufficient_credits`.',
  })
  correctCredits(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => CorrectCreditsInput, { description: 'What to correct, and why.' })
    { workspaceId, bucket, amount, reason }: CorrectCreditsInput,
  ): Promise<CreditsType> {
    return changeCredits(ctx, workspaceId, (tx, accountId) => correctCredits(tx, { accountId, bucket, amount, reason }));
  }

  @Authorized('manage')
  @Mutation(() => CheckoutType, {
    description:
      'Writes an order down and opens the page where it is paid. Owners only. Errors: `insufficient_role`, `not_found`, `account_not_approved`, `bad_user_input`, `payments_not_configured`, `payment_unavailable`, `rate_limited`.',
  })
  startCheckout(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => StartCheckoutInput, { description: 'What to buy.' }) input: StartCheckoutInput,
  ): Promise<CheckoutType> {
    return withHttpStatus(() => startCheckout(ctx, input));
  }
}

@Resolver(() => CreditEntryType)
export class CreditEntryResolver {
  @FieldResolver(() => ID, { nullable: true, description: 'The publish job of that publication.' })
  async jobId(@Ctx() { loaders }: GraphqlContext, @Root() { publicationId }: CreditEntryType): Promise<string | null> {
    return publicationId === null ? null : ((await loaders.publication.load(publicationId))?.jobId ?? null);
  }

  @FieldResolver(() => PlatformType, { nullable: true, description: 'The platform that publication goes to.' })
  async platform(@Ctx() ctx: GraphqlContext, @Root() { publicationId }: CreditEntryType): Promise<PlatformType | null> {
    const publication = publicationId === null ? null : await ctx.loaders.publication.load(publicationId);
    return publication && platformTypeOf(ctx, publication.platform);
  }
}
