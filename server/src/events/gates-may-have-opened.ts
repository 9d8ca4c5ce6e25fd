import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';

/** What each transaction has announced already. */
const announced = new WeakMap<EntityManager, Set<string | null>>();

/**
 * For every command after which a waiting job may be able to continue (credits, an account, a connection, a launch
 * step, a setting): announces it for one account or, with null, for all. The worker evaluates the jobs after the
 * commit, asynchronously. Repeated calls in a transaction have no further effect.
 */
export async function gatesMayHaveOpened(ctx: Context, accountId: string | null): Promise<void> {
  assertTransaction(ctx);
  const accountIds = announced.get(ctx.em) ?? new Set<string | null>();
  if (accountIds.has(accountId)) return;
  announced.set(ctx.em, accountIds.add(accountId));
  await ctx.queue.enqueueWaiting(ctx.em, { kind: 'advance', accountId, after: '' });
}
