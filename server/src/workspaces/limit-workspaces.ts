import { Account } from '../access/account.entity.ts';
import { requireOperator } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { grouped, say } from '../languages/sentence.ts';
import { lockWorkspacesOf } from './room-for-workspaces.ts';

const MOST = 1_000;

/** Sets how many active workspaces an account may have, by the operator; existing ones stay. */
export async function limitWorkspaces(ctx: Context, accountId: string, most: number): Promise<Account> {
  assertTransaction(ctx);
  requireOperator(ctx);
  if (!Number.isInteger(most) || most < 1 || most > MOST) {
    const message = say`must be a whole number from 1 to ${grouped(MOST)}.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/most', message }] });
  }
  await lockWorkspacesOf(ctx, accountId);
  const account = await ctx.em.findOne(Account, { id: accountId }, { refresh: true });
  if (!account) throw new DomainError('not_found');
  const { mostWorkspaces: from } = account;
  account.mostWorkspaces = most;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'account.workspaces_limited', subjectId: accountId, details: { from, to: most } });
  return account;
}
