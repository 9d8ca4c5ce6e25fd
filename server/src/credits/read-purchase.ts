import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { PRODUCTS, type Product } from './products.ts';

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
