import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query, textArray } from '../db/reading/query.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/follow-events.ts';
import { say } from '../languages/sentence.ts';
import { nextState, type StateTable } from '../state-table.ts';
import { Account, type AccountState } from './account.entity.ts';
import { requireOperator } from './authorise.ts';
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
  if (account.erasingAt) throw new DomainError('invalid_state', { message: say`The erasure of this account has begun.` });
  if (account.state === state) return account;
  account.state = nextState('account', ACCOUNT_TRANSITIONS, account.state, state);
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: `account.${state}`, subjectId: accountId });
  if (state === 'approved') await gatesMayHaveOpened(ctx, accountId);
  return account;
}

/** The whole service as a lock id, next to those of accounts, workspaces and grants. */
export const WHOLE_SERVICE = 'service';

const LOCK = 'hashtextextended(id, 11)';

/**
 * Locks what permits sending, before an intent to send is committed: a stop or a revocation has either committed and
 * is visible, or waits for this transaction. Advisory locks, because they queue fairly: under load, shared row locks
 * overlap without end and would starve a revocation.
 */
export async function lockAsSender(ctx: Context, ids: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  await query(ctx.em, `select pg_advisory_xact_lock_shared(${LOCK}) from unnest($1::text[]) id`, [textArray([WHOLE_SERVICE, ...ids])]);
}

/**
 * For commands that stop sending: waits for transactions that are committing an intent; later ones see the change.
 * `id`: something the actor may change, never one given by a caller.
 */
export async function lockAgainstSenders(ctx: Context, id: string): Promise<void> {
  assertTransaction(ctx);
  // A stop must succeed, also behind a frozen sender whose session ends only after its timeout.
  await ctx.em.execute(untilCommit({ ...SERVICE_LIMITS, lock: SERVICE_LIMITS.statement }));
  await ctx.em.execute(`select pg_advisory_xact_lock(${LOCK}) from unnest(?::text[]) id`, [textArray([id])]);
}
