import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { Account } from './account.entity.ts';
import { requireOperator } from './authorise.ts';

/** Accounts by id in one query, for rows that the caller may see already. */
export async function findAccounts(ctx: Context, ids: readonly string[]): Promise<Map<string, Account>> {
  const accounts = await ctx.em.find(Account, { id: { $in: [...new Set(ids)] } });
  return new Map(accounts.map((account) => [account.id, account]));
}

/** Every account of the service, newest first. Operators only. */
export async function listAccounts(ctx: Context, request: PageRequest): Promise<Page<Account>> {
  requireOperator(ctx);
  return findPage(ctx.em, Account, {}, { ...request, cursors: cursorsOf(ctx, 'accounts', ''), order: 'desc' });
}
