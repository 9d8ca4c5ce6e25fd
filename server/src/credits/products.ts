import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import type { Bucket } from './credit.entities.ts';

/** What one credit pays for. The units are never converted into each other. */
export type CreditUnit = 'publication' | 'autoposting';

/** A product for sale. */
interface Product {
  id: string;
  label: string;
  priceCents: number;
  /** Credits that one piece adds. */
  quantity: number;
  unit: CreditUnit;
  bucket: Bucket;
  /** The product's description. */
  note: string;
}

/** The contract's two products. Their prices are equal, their units are not. */
export const PRODUCTS: readonly Product[] = [
  {
    id: 'api_publication_pack',
    label: 'API publication pack',
    priceCents: 500,
    quantity: 70,
    unit: 'publication',
    bucket: 'pack',
    note: String(say`\$5, one time: 70 API publication operations, outside the plan allowance.`),
  },
  {
    id: 'api_autoposting_topup',
    label: 'API autoposting top-up',
    priceCents: 500,
    quantity: 125,
    unit: 'autoposting',
    bucket: 'topup',
    note: String(say`\$5: +125 API autopostings, \$0.04 per API autoposting.`),
  },
];

/** A plan grants publications for each calendar month (UTC); the rest expires at its end. */
interface Plan {
  id: string;
  label: string;
  publicationsPerMonth: number;
}

export const PLANS: readonly Plan[] = [
  { id: 'none', label: 'No plan', publicationsPerMonth: 0 },
  { id: 'trial', label: 'Trial', publicationsPerMonth: 10 },
  { id: 'starter', label: 'Starter', publicationsPerMonth: 30 },
  { id: 'studio', label: 'Studio', publicationsPerMonth: 300 },
];

/** The default plan: enough to publish a few posts, never zero. */
export const FIRST_PLAN = 'trial';

/** The key of a plan in the catalogue. Throws `bad_user_input`. */
export function readPlan(plan: string): string {
  if (PLANS.some(({ id }) => id === plan)) return plan;
  throw new DomainError('bad_user_input', { message: `There is no plan "${plan}"; there are ${PLANS.map(({ id }) => id).join(', ')}.` });
}

/** The buckets of a unit, in the order of use. */
export const BUCKETS_OF_UNIT: Readonly<Record<CreditUnit, readonly Bucket[]>> = {
  publication: ['allowance', 'pack'],
  autoposting: ['topup'],
};

export const UNIT_OF_BUCKET: Readonly<Record<Bucket, CreditUnit>> = {
  allowance: 'publication',
  pack: 'publication',
  topup: 'autoposting',
};

/** Publications per month under a plan; an unknown plan grants none. */
export function allowanceOf(plan: string): number {
  return PLANS.find(({ id }) => id === plan)?.publicationsPerMonth ?? 0;
}

const MOST_PIECES = 1_000;

/** A product of the catalogue. Throws `bad_user_input`. */
export function readProduct(id: string): Product {
  const product = PRODUCTS.find((candidate) => candidate.id === id);
  if (product) return product;
  throw new DomainError('bad_user_input', {
    message: `There is no product "${id}"; there are ${PRODUCTS.map((known) => known.id).join(' and ')}.`,
  });
}

/** The number of pieces. Throws `bad_user_input`. */
export function readQuantity(quantity: number): number {
  if (Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_PIECES) return quantity;
  throw new DomainError('bad_user_input', { message: say`The quantity must be a whole number from 1 to ${MOST_PIECES}.` });
}
