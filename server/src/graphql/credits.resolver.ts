import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { listEntries } from '../credits/credit-queries.ts';
import { PRODUCTS } from '../credits/products.ts';
import { addCreditsTo } from './add-credits-to.ts';
import {
  AddCreditsInput,
  CreditBalanceType,
  CreditEntryPageType,
  CreditEntryType,
  CreditProductType,
  CreditsType,
  toCreditEntryType,
} from './credits.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { PageArgs } from './page.args.ts';
import type { Page } from './page.ts';
import { requirePerson } from './read-or-null.ts';
import { pageRequest, toPage } from './read-page.ts';

@Resolver(() => CreditsType)
export class CreditsResolver {
  @FieldResolver(() => [CreditBalanceType], { description: 'Every bucket, also the empty ones.' })
  balances(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<CreditBalanceType[]> {
    return loaders.balances.load(accountId);
  }

  @FieldResolver(() => [CreditProductType], { description: 'The catalogue. Nothing is bought here.' })
  products(): CreditProductType[] {
    return PRODUCTS.map(({ id, label, priceCents, quantity, unit, note }) => ({ id, label, priceCents, quantity, unit, note }));
  }

  @FieldResolver(() => CreditEntryPageType, {
    description: 'Every change of a balance, the newest first. People only: it names the work of every agent.',
  })
  async ledger(
    @Ctx() ctx: GraphqlContext,
    @Root() { accountId }: CreditsType,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<CreditEntryType>> {
    requirePerson(ctx);
    return toPage(await listEntries(ctx, accountId, pageRequest(page)), toCreditEntryType);
  }

  @Mutation(() => CreditsType, {
    description:
      'Adds a product to the account of a workspace. Operators only. Errors: `insufficient_role`, `not_found`, `bad_user_input`.',
  })
  addCredits(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddCreditsInput, { description: 'What to add.' }) input: AddCreditsInput,
  ): Promise<CreditsType> {
    return addCreditsTo(ctx, input);
  }
}

@Resolver(() => CreditEntryType)
export class CreditEntryResolver {
  @FieldResolver(() => ID, { nullable: true, description: 'The publish job of that publication.' })
  async jobId(@Ctx() { loaders }: GraphqlContext, @Root() { publicationId }: CreditEntryType): Promise<string | null> {
    return publicationId === null ? null : loaders.jobOfPublication.load(publicationId);
  }
}
