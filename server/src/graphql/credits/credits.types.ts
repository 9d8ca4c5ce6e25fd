import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Bucket, CreditEntry } from '../../credits/credit.entities.ts';
import type { LedgerLine } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { createEnum } from '../engine/create-enum.ts';
import { createPageType } from '../engine/paging.ts';
import { CreditUnitEnum } from './cost.types.ts';

export const CreditBucketEnum = createEnum<Bucket>('CreditBucket', 'Where credits come from; the allowance is drawn before the packs.', {
  allowance: 'The plan’s monthly allowance; holds publications.',
  pack: 'API publication packs; holds publications, outside the allowance.',
  topup: 'Top-ups; holds autopostings.',
});

export const CreditEntryKindEnum = createEnum<CreditEntry['kind']>('CreditEntryKind', 'Why a balance changed.', {
  allowance: 'The monthly allowance was granted.',
  purchase: 'A product was added.',
  correction: 'The operator corrected it; the note says why.',
  hold: 'Set aside for a publication on its way.',
  settle: 'Spent: the publication is out.',
  release: 'Given back: the publication is not out.',
});

@ObjectType('CreditBalance', { description: 'What an account has in one bucket.' })
export class CreditBalanceType {
  @Field(() => CreditBucketEnum, { description: 'Which bucket.' })
  bucket!: Bucket;

  @Field(() => CreditUnitEnum, { description: 'What its credits are good for.' })
  unit!: CreditUnit;

  @Field(() => Int, { description: 'Free to be used; never below zero.' })
  available!: number;

  @Field(() => Int, { description: 'Set aside for publications on their way; neither available nor spent.' })
  held!: number;
}

@ObjectType('CreditDraw', { description: 'Credits that would come out of one bucket.' })
export class CreditDrawType {
  @Field(() => CreditBucketEnum, { description: 'Which bucket.' })
  bucket!: Bucket;

  @Field(() => Int, { description: 'How many of its credits it takes.' })
  quantity!: number;

  @Field(() => Int, { description: 'How many are in it now.' })
  available!: number;
}

@ObjectType('CreditProduct', { description: 'Something that can be bought, with the figures of the contract.' })
export class CreditProductType {
  @Field(() => String, { description: '`api_publication_pack` or `api_autoposting_topup`.' })
  id!: string;

  @Field(() => String, { description: 'As it is called.' })
  label!: string;

  @Field(() => Int, { description: 'Price in US cents.' })
  priceCents!: number;

  @Field(() => Int, { description: 'How many credits it adds, in `unit`.' })
  quantity!: number;

  @Field(() => CreditUnitEnum, { description: 'What its credits are good for.' })
  unit!: CreditUnit;

  @Field(() => String, { description: 'Its description in the contract.' })
  note!: string;
}

@ObjectType('CreditEntry', { description: 'One line of the ledger. Append-only: the sums of the deltas are the balances.' })
export class CreditEntryType {
  @Field(() => ID, { description: 'Identifies the line; grows with time.' })
  id!: string;

  @Field(() => CreditBucketEnum, { description: 'Which bucket changed.' })
  bucket!: Bucket;

  @Field(() => CreditEntryKindEnum, { description: 'Why it changed.' })
  kind!: CreditEntry['kind'];

  @Field(() => Int, { description: 'By how much `available` changed; may be negative.' })
  availableDelta!: number;

  @Field(() => Int, { description: 'By how much `held` changed; may be negative.' })
  heldDelta!: number;

  @Field(() => String, { nullable: true, description: 'The reason given.' })
  note!: string | null;

  @Field(() => String, { nullable: true, description: 'The product of a purchase.' })
  product!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it changed.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The publication that a hold, settlement or release is about.' })
  publicationId!: string | null;
}

export const CreditEntryPageType = createPageType('CreditEntry', CreditEntryType);

@ObjectType('Credits', { description: 'The account’s credits: balances, ledger and what can be bought.' })
export class CreditsType {
  /** Not in the schema: the account of the credits, and the time zone in which days are counted. */
  accountId!: string;
  timeZone!: string;
}

/** So many of a product, for an account. */
@InputType()
abstract class ProductInput {
  @Field(() => ID, { description: 'A workspace of the account.' })
  workspaceId!: string;

  @Field(() => String, { description: 'An identifier of the catalogue.' })
  product!: string;

  @Field(() => Int, { nullable: false, defaultValue: 1, description: 'How many of the product, from 1 to 1,000.' })
  quantity!: number;
}

@InputType('AddCreditsInput', { description: 'Credits that the operator adds to an account.' })
export class AddCreditsInput extends ProductInput {}

@InputType('StartCheckoutInput', { description: 'What an owner is about to buy.' })
export class StartCheckoutInput extends ProductInput {}

@ObjectType('Checkout', { description: 'An order and the page where it is paid.' })
export class CheckoutType {
  @Field(() => ID, { description: '`ord_…`.' })
  orderId!: string;

  @Field(() => String, { description: 'Stripe’s hosted page; credits are added once Stripe confirms the payment.' })
  url!: string;
}

@InputType('CorrectCreditsInput', { description: 'A correction by the operator, with its reason.' })
export class CorrectCreditsInput {
  @Field(() => ID, { description: 'A workspace of the account.' })
  workspaceId!: string;

  @Field(() => CreditBucketEnum, { description: 'Which bucket.' })
  bucket!: Bucket;

  @Field(() => Int, { description: 'How many credits are added, or with a minus taken; at the most 100,000, and never below zero.' })
  amount!: number;

  @Field(() => String, { description: 'The reason, 3 to 500 characters; kept in the ledger permanently.' })
  reason!: string;
}

export function toCreditEntryType({ entry, publicationId }: LedgerLine): CreditEntryType {
  const { id, bucket, kind, availableDelta, heldDelta, note = null, product = null, createdAt } = entry;
  return { id, bucket, kind, availableDelta, heldDelta, note, product, createdAt, publicationId };
}
