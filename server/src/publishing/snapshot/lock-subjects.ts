import { lockAsSender } from '../../access/set-account-state.ts';
import { STANDING_LOCK } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { numbered, query, textArray } from '../../db/reading/query.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { Subject } from './subject.ts';

/**
 * Locks what the gates depend on: a stop, a revocation, a suspension, a disconnect or an expiry has either committed
 * before and is visible, or waits for this transaction. The caller has locked the drafts; every change of an
 * approval, a job or a publication locks its draft first, so only rows shared by many drafts are locked here, always
 * in this order. Balances are not: their conditional update locks by itself.
 */
export async function lockSubjects(ctx: Context, subjects: readonly Subject[], coGrantIds: readonly string[]): Promise<void> {
  assertTransaction(ctx);
  const all = (key: 'accountId' | 'workspaceId' | 'grantId' | 'userId' | 'approvalId' | 'jobId'): string[] => [
    ...new Set([...subjects.flatMap((subject) => subject[key] ?? []), ...(key === 'grantId' ? coGrantIds : [])]),
  ];
  await lockAsSender(ctx, [...all('accountId'), ...all('workspaceId'), ...all('grantId')].sort());
  // The rows as well, against writers that do not take that lock.
  const keys = ['workspaceId', 'workspaceId', 'grantId', 'grantId', 'userId', 'approvalId', 'approvalId', 'jobId'] as const;
  await query(
    ctx.em,
    LOCK_ROWS,
    keys.map((key) => textArray(all(key))),
  );
}

/**
 * One statement, whose parts run in the written order. For workspaces with a budget, grants with a monthly limit and
 * an agent's standing approvals, only one sender at a time may count and add usage. Connections are locked
 * exclusively: platform limits are counted under this lock.
 */
const LOCK_ROWS = numbered(
  `select ${[
    `select w.id from workspaces w join accounts a on a.id = w.account_id where w.id = any(?::text[]) and w.credits_per_month is not null
   order by a.id, w.id for share of a for no key update of w`,
    'select w.id from workspaces w join accounts a on a.id = w.account_id where w.id = any(?::text[]) order by a.id, w.id for share',
    'select id from grants where id = any(?::text[]) and credits_per_month is not null order by id for no key update',
    'select id from grants where id = any(?::text[]) order by id for share',
    'select user_id from memberships where user_id = any(?::text[]) order by user_id for share',
    'select id from approvals where id = any(?::text[]) order by id for share',
    `select ${STANDING_LOCK('s.agent_id')} from standing_approvals s where s.id in (select standing_id from approvals where id = any(?::text[]))`,
    `select c.id from connections c join publications p on p.connection_id = c.id
   where p.job_id = any(?::text[]) and p.superseded_at is null order by c.id for no key update of c`,
  ]
    .map((rows) => `(select count(*) from (${rows}) as locked)`)
    .join(', ')}`,
);
