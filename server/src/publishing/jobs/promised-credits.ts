import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { PromiseOfDay } from '../../credits/burn-down.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { type Part, partOf } from '../../db/read-together.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, type Places, prepared, tables } from '../../db/tables.ts';

/** Credits that posts will need and that are not reserved yet. */
export interface PromisedCredits {
  unit: CreditUnit;
  /** By posts that need no further decision. */
  promised: number;
  /** By posts that await approval, if all of them are approved. */
  asked: number;
}

/**
 * Publications without a credit reservation. Two subqueries to match the partial indexes of waiting and of running
 * jobs.
 */
const unpaid = () =>
  tables
    .selectFrom('publish_jobs as j')
    .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'j.workspace_id').on('w.archived_at', 'is', null))
    .innerJoin('publications as p', (join) => join.onRef('p.job_id', '=', 'j.id').on('p.state', '=', literal('pending')))
    .leftJoin('approvals as a', 'a.id', 'j.approval_id')
    .leftJoin('credit_holds as h', (join) => join.onRef('h.publication_id', '=', 'p.id').on('h.state', '=', literal('held')))
    .where(sql<boolean>`(j.state in ('blocked', 'ready') or j.state in ('queued', 'publishing'))`)
    .where('h.id', 'is', null);

/** By account id, both units, in one query; without reservations of posts in progress and without archived workspaces. */
export async function promisedCreditsOf(ctx: Context, accountIds: readonly string[]): Promise<Map<string, PromisedCredits[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    unpaid()
      .select([
        'j.account_id',
        'j.mode',
        sql<number>`coalesce(sum(p.credits) filter (where j.approval_id is null or a.state = 'approved'), 0)::int`.as('promised'),
        sql<number>`coalesce(sum(p.credits) filter (where a.state = 'pending'), 0)::int`.as('asked'),
      ])
      .where('j.account_id', '=', anyOf(accountIds))
      .groupBy(['j.account_id', 'j.mode']),
  );
  const of = (accountId: string, mode: 'approval' | 'auto', unit: CreditUnit): PromisedCredits => {
    const row = rows.find((found) => found.account_id === accountId && found.mode === mode);
    return { unit, promised: row?.promised ?? 0, asked: row?.asked ?? 0 };
  };
  return new Map(accountIds.map((id) => [id, [of(id, 'approval', 'publication'), of(id, 'auto', 'autoposting')]]));
}

interface PromisesInput {
  accountId: string;
  timeZone: string;
  now: Date;
  until: string;
}

const PROMISES = prepared(({ accountId, timeZone, now, until }: Places<PromisesInput>) =>
  tables
    .selectFrom(
      unpaid()
        .select([
          sql<Date>`greatest(coalesce(j.quiet_until, j.scheduled_at), ${now}::timestamptz)`.as('due_at'),
          'p.credits',
          sql<CreditUnit>`case when j.mode = 'auto' then 'autoposting' else 'publication' end`.as('unit'),
        ])
        .where('j.account_id', '=', accountId)
        .where(({ eb, or }) => or([eb('j.approval_id', 'is', null), eb('a.state', '=', literal('approved'))]))
        .as('t'),
    )
    .select([
      sql<string>`to_char(t.due_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      't.unit',
      sql<number>`sum(t.credits)::int`.as('credits'),
    ])
    .where('t.due_at', '<', sql<Date>`(${until}::date + 1)::timestamp at time zone ${timeZone}`)
    .groupBy(sql`1, 2`)
    .orderBy(sql`1`),
);

/**
 * The credits that posts without a further decision need on each day of a time zone, by unit: on their scheduled day,
 * or today if they have none, are overdue or in progress. `now` is in the first of the days, and `until` is the last.
 */
export const promisesPart = (input: PromisesInput): Part<PromiseOfDay> => partOf(PROMISES(input));

/**
 * Compares each reservation of an account with its publication: published ones have spent it, those in progress or
 * unknown still hold it, and others hold nothing. Returns a sentence for each mismatch. Read-only.
 */
export async function verifyHolds(ctx: Context, accountId: string): Promise<string[]> {
  const wrong = sql<boolean>`(h.credits <> p.credits or case
       when p.state = 'published' then h.state is distinct from 'settled'
       when p.state in ('leased', 'sent', 'unknown') then h.state is distinct from 'held'
       when p.state in ('failed', 'cancelled') then coalesce(h.state, 'released') <> 'released'
       else coalesce(h.state, 'held') <> 'held' end)`;
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('publications as p')
      .leftJoin('credit_holds as h', (join) => join.onRef('h.publication_id', '=', 'p.id').onRef('h.account_id', '=', 'p.account_id'))
      .select([
        'p.id',
        sql<string>`p.state`.as('state'),
        sql<
          string | null
        >`case when h.credits <> p.credits then h.state || ' at ' || h.credits || ' for ' || p.credits else h.state end`.as('hold'),
      ])
      .where('p.account_id', '=', accountId)
      .where('p.credits', '>', 0)
      .where(wrong)
      .unionAll(
        tables
          .selectFrom('credit_holds as h')
          .select(['h.publication_id as id', sql<string>`'missing'`.as('state'), sql<string | null>`h.state`.as('hold')])
          .where('h.account_id', '=', accountId)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('publications as p')
                  .select('p.id')
                  .whereRef('p.id', '=', 'h.publication_id')
                  .whereRef('p.account_id', '=', 'h.account_id'),
              ),
            ),
          ),
      ),
  );
  return rows.map(({ id, state, hold }) => `${id} is ${state}, its credit is ${hold ?? 'not set aside'}.`);
}
