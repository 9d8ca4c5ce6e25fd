import type { Balance } from './credit-queries.ts';
import type { CreditUnit } from './products.ts';

export interface PlannedDraw extends Pick<Balance, 'bucket' | 'available'> {
  quantity: number;
}

/** The buckets that a number of credits would come from, in order; uncovered ones are left out. */
export function planDraws(balances: readonly Balance[], unit: CreditUnit, quantity: number): PlannedDraw[] {
  let left = quantity;
  return balances
    .filter((balance) => balance.unit === unit)
    .map(({ bucket, available }) => {
      const drawn = Math.min(left, available);
      left -= drawn;
      return { bucket, available, quantity: drawn };
    })
    .filter((draw) => draw.quantity > 0);
}
