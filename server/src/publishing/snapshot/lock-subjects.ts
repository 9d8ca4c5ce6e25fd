import { type AliasableExpression, sql } from 'kysely';
import { lockAsSender } from '../../access/accounts.ts';
import { STANDING_LOCK } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { query, textArray } from '../../db/reading/query.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../../db/tables.ts';
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
  const ids = {
    workspaces: textArray(all('workspaceId')),
    grants: textArray(all('grantId')),
    people: textArray(all('userId')),
    approvals: textArray(all('approvalId')),
    jobs: textArray(all('jobId')),
  };
  await query(ctx.em, LOCK_ROWS(ids));
}

/**
 * One statement, whose parts run in the written order. For workspaces with a budget, grants with a monthly limit and
 * an agent's standing approvals, only one sender at a time may count and add usage. Connections are locked
 * exclusively: platform limits are counted under this lock.
 */
const LOCK_ROWS = prepared(({ workspaces, grants, people, approvals, jobs }: Places<Record<Locked, BoundValue>>) => {
  const workspace = tables
    .selectFrom('workspaces as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select('w.id')
    .where('w.id', '=', anyOf(workspaces))
    .orderBy('a.id')
    .orderBy('w.id');
  const grant = tables.selectFrom('grants').select('id').where('id', '=', anyOf(grants)).orderBy('id');
  const approval = tables.selectFrom('approvals').where('id', '=', anyOf(approvals));
  return tables.selectNoFrom([
    locked(workspace.where('w.credits_per_month', 'is not', null).forShare('a').forNoKeyUpdate('w')).as('budgets'),
    locked(workspace.forShare()).as('workspaces'),
    locked(grant.where('credits_per_month', 'is not', null).forNoKeyUpdate()).as('limits'),
    locked(grant.forShare()).as('grants'),
    locked(tables.selectFrom('memberships').select('user_id').where('user_id', '=', anyOf(people)).orderBy('user_id').forShare()).as(
      'people',
    ),
    locked(approval.select('id').orderBy('id').forShare()).as('approvals'),
    locked(
      tables
        .selectFrom('standing_approvals as s')
        .select(sql.raw(STANDING_LOCK('s.agent_id')).as('lock'))
        .where('s.id', 'in', approval.select('standing_id').where('standing_id', 'is not', null).$narrowType<{ standing_id: string }>()),
    ).as('standing'),
    locked(
      tables
        .selectFrom('connections as c')
        .innerJoin('publications as p', 'p.connection_id', 'c.id')
        .select('c.id')
        .where('p.job_id', '=', anyOf(jobs))
        .where('p.superseded_at', 'is', null)
        .orderBy('c.id')
        .forNoKeyUpdate('c'),
    ).as('connections'),
  ]);
});

type Locked = 'workspaces' | 'grants' | 'people' | 'approvals' | 'jobs';

/** Locks the rows that `found` selects. */
const locked = (found: AliasableExpression<object>) => tables.selectFrom(found.as('locked')).select(({ fn }) => fn.countAll().as('count'));
