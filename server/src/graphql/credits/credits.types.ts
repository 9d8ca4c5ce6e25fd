import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Bucket, CreditEntry } from '../../credits/credit.entities.ts';
import type { LedgerLine } from '../../credits/credit-queries.ts';
import { type CreditUnit, PRODUCTS } from '../../credits/products.ts';
import type { Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { createPageType } from '../engine/paging.ts';
import { CreditUnitEnum } from './cost.types.ts';

export const CreditBucketEnum = createEnum<Bucket>('CreditBucket', 'The origin of credits. The allowance is used before the packs.', {
  allowance: 'The plan’s monthly allowance of publication credits.',
  pack: 'Publication credits from API publication packs.',
  topup: 'Autoposting credits from top-ups.',
});

export const CreditEntryKindEnum = createEnum<CreditEntry['kind']>('CreditEntryKind', 'Why a balance changed.', {
  allowance: 'The monthly allowance was granted.',
  purchase: 'A product was added.',
  correction: 'The operator corrected the balance; the reason is in `note`.',
  hold: 'Reserved for a publication.',
  settle: 'Spent: the publication was published.',
  release: 'Released: the publication was not published.',
});

@ObjectType('CreditBalance', { description: 'An account’s balance of one bucket.' })
export class CreditBalanceType {
  @Field(() => CreditBucketEnum, { description: 'The bucket.' })
  bucket!: Bucket;

  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'Credits available for use; never negative.' })
  available!: number;

  @Field(() => Int, { description: 'Reserved: neither available nor spent.' })
  held!: number;
}

@ObjectType('CreditDraw', { description: 'Credits that would be drawn from one bucket.' })
export class CreditDrawType {
  @Field(() => CreditBucketEnum, { description: 'The bucket.' })
  bucket!: Bucket;

  @Field(() => Int, { description: 'The credits to be drawn from the bucket.' })
  quantity!: number;

  @Field(() => Int, { description: 'The credits currently available in the bucket.' })
  available!: number;
}

@ObjectType('CreditProduct', { description: 'A product that can be bought.' })
export class CreditProductType {
  @Field(() => String, { description: 'The product’s id: `api_publication_pack` or `api_autoposting_topup`.' })
  id!: string;

  @Field(() => String, { description: 'The product’s name.' })
  label!: string;

  @Field(() => Int, { description: 'The price in US cents.' })
  priceCents!: number;

  @Field(() => Int, { description: 'The number of credits, in `unit`.' })
  quantity!: number;

  @Field(() => CreditUnitEnum, { description: 'The unit of the credits.' })
  unit!: CreditUnit;

  @Field(() => String, { description: 'A description of the product.' })
  note!: string;
}

@ObjectType('CreditEntry', { description: 'An entry of the append-only ledger. The balances are the sums of its deltas.' })
export class CreditEntryType {
  @Field(() => ID, { description: 'The entry’s id. Ids sort by creation time.' })
  id!: string;

  @Field(() => CreditBucketEnum, { description: 'The bucket that changed.' })
  bucket!: Bucket;

  @Field(() => CreditEntryKindEnum, { description: 'Why the balance changed.' })
  kind!: CreditEntry['kind'];

  @Field(() => Int, { description: 'The change of `available`; may be negative.' })
  availableDelta!: number;

  @Field(() => Int, { description: 'The change of `held`; may be negative.' })
  heldDelta!: number;

  @Field(() => String, { nullable: true, description: 'The reason for a correction; null if none was given.' })
  note!: string | null;

  @Field(() => String, { nullable: true, description: 'The purchased product; null for other changes.' })
  product!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the balance changed.' })
  createdAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The publication that credits were reserved, spent or released for, `pub_…`; null for other changes.',
  })
  publicationId!: string | null;
}

export const CreditEntryPageType = createPageType('CreditEntry', CreditEntryType);

@ObjectType('Credits', { description: 'The account’s credits: balances, ledger, forecasts and products.' })
export class CreditsType {
  /** Not in the schema: the account of the credits, and the time zone in which days are counted. */
  accountId!: string;
  timeZone!: string;
}

/** A quantity of a product for an account. */
@InputType()
abstract class ProductInput {
  @Field(() => ID, { description: 'A workspace of the account, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The product’s id.' })
  product!: string;

  @Field(() => Int, { nullable: false, defaultValue: 1, description: 'The quantity, 1 to 1,000.' })
  quantity!: number;
}

@InputType('AddCreditsInput', { description: 'A product for the operator to add to an account.' })
export class AddCreditsInput extends ProductInput {}

@InputType('StartCheckoutInput', { description: 'A product to buy.' })
export class StartCheckoutInput extends ProductInput {}

@ObjectType('Checkout', { description: 'An order and its payment page.' })
export class CheckoutType {
  @Field(() => ID, { description: 'The order’s id, `ord_…`.' })
  orderId!: string;

  @Field(() => String, { description: 'The URL of Stripe’s hosted payment page. Credits are added once Stripe confirms the payment.' })
  url!: string;
}

@InputType('CorrectCreditsInput', { description: 'A correction of a balance by the operator.' })
export class CorrectCreditsInput {
  @Field(() => ID, { description: 'A workspace of the account, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => CreditBucketEnum, { description: 'The bucket.' })
  bucket!: Bucket;

  @Field(() => Int, {
    description: 'The credits to add, or to deduct if negative: at most 100,000 either way. The balance cannot become negative.',
  })
  amount!: number;

  @Field(() => String, { description: 'The reason, 3 to 500 characters, kept permanently in the ledger.' })
  reason!: string;
}

export function toCreditEntryType({ entry, publicationId }: LedgerLine): CreditEntryType {
  const { id, bucket, kind, availableDelta, heldDelta, note = null, product = null, createdAt } = entry;
  return { id, bucket, kind, availableDelta, heldDelta, note, product, createdAt, publicationId };
}

/** The catalogue, in the caller's language. */
export function toProductTypes(translate: Translate): CreditProductType[] {
  return PRODUCTS.map(({ id, label, priceCents, quantity, unit, note }) => ({
    ...{ id, label, priceCents, quantity, unit },
    note: translate(note),
  }));
}
