import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { say } from '../languages/sentence.ts';
import { nextState, type StateTable } from '../state-table.ts';
import { Account, type AccountState } from './account.entity.ts';
import { requireOperator } from './authorise.ts';
import { lockAgainstSenders } from './sending-locks.ts';
import { requireRecentIfPerson } from './sessions/require-recent-sign-in.ts';

const ACCOUNT_TRANSITIONS: StateTable<AccountState> = {
  pending: ['approved', 'suspended'],
  approved: ['suspended'],
  suspended: ['approved'],
};

/** The operator approves or suspends a customer. Idempotent. */
export async function setAccountState(ctx: Context, accountId: string, state: AccountState): Promise<Account> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  if (state === 'pending')
    throw new DomainError('invalid_state', { message: say`An account can be approved or suspended; nothing leads back to pending.` });
  await lockAgainstSenders(ctx, accountId);
  const account = await ctx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!account) throw new DomainError('not_found');
  if (account.state === state) return account;
  account.state = nextState('account', ACCOUNT_TRANSITIONS, account.state, state);
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: `account.${state}`, subjectId: accountId });
  if (state === 'approved') await gatesMayHaveOpened(ctx, accountId);
  return account;
}
