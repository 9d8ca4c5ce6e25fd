import type { Context } from '../context.ts';
import { endHolds } from './end-holds.ts';

/** Gives the credits that are held for publications back; nothing happens for those that hold none. */
export async function releaseHolds(ctx: Context, publicationIds: readonly string[]): Promise<void> {
  await endHolds(ctx, publicationIds, 'released');
}
