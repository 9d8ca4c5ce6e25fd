import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';

/** What each transaction has said already. */
const announced = new WeakMap<EntityManager, Set<string | null>>();

/**
 * For every command after which a waiting job may go on (credits, an account, a connection, a launch
 * step, a setting): says so of one account or, with null, of all. The worker looks at them once this
 * transaction has committed; nobody waits for it. Saying it twice in a transaction is saying it once.
 */
export async function gatesMayHaveOpened(ctx: Context, accountId: string | null): Promise<void> {
  assertTransaction(ctx);
  const said = announced.get(ctx.em) ?? new Set<string | null>();
  if (said.has(accountId)) return;
  announced.set(ctx.em, said.add(accountId));
  await ctx.queue.enqueueWaiting(ctx.em, { kind: 'advance', accountId, after: '' });
}
