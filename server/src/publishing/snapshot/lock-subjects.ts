import { lockAsSender } from '../../access/sending-locks.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { Subject } from './subject.ts';

/**
 * Holds still what the gates look at: a stop, a revoke, a suspension, a disconnect or an expiry either
 * committed before and is seen, or waits until this transaction has ended. The caller has locked
 * the drafts; everything that changes an approval, a job or a publication locks its draft first,
 * so only what many drafts share is locked here, always in this order. Balances are not:
 * their conditional update locks by itself.
 */
export async function lockSubjects(ctx: Context, subjects: readonly Subject[]): Promise<void> {
  assertTransaction(ctx);
  const all = (key: 'accountId' | 'workspaceId' | 'grantId' | 'userId' | 'approvalId' | 'jobId'): string[] => [
    ...new Set(subjects.flatMap((subject) => subject[key] ?? [])),
  ];
  await lockAsSender(ctx, [...all('accountId'), ...all('workspaceId'), ...all('grantId')].sort());
  // The rows as well, against whoever changes them without that lock.
  await lock(
    ctx,
    `select w.id from workspaces w join accounts a on a.id = w.account_id where w.id in (?) order by a.id, w.id for share`,
    all('workspaceId'),
  );
  // Where a month's credits are limited, only one at a time may count and add to them.
  await lock(ctx, `select id from grants where id in (?) and credits_per_month is not null order by id for no key update`, all('grantId'));
  await lock(ctx, `select id from grants where id in (?) order by id for share`, all('grantId'));
  await lock(ctx, `select user_id from memberships where user_id in (?) order by user_id for share`, all('userId'));
  await lock(ctx, `select id from approvals where id in (?) order by id for share`, all('approvalId'));
  // Exclusively: what is used of the platform's limits is counted under this lock.
  await lock(
    ctx,
    `select c.id from connections c join publications p on p.connection_id = c.id where p.job_id in (?) order by c.id for no key update of c`,
    all('jobId'),
  );
}

async function lock(ctx: Context, statement: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await ctx.em.execute(statement, [ids]);
}
