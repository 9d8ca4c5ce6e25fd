import type { Context } from '../context.ts';
import { endHolds } from './end-holds.ts';

/** Spends the credit that is held for a publication. That none is held would be a bug. */
export async function settleHold(ctx: Context, publicationId: string): Promise<void> {
  if ((await endHolds(ctx, [publicationId], 'settled')) !== 1) throw new Error(`No credit is held for ${publicationId}.`);
}
