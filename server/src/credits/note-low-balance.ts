import { sql } from 'kysely';
import { addNotice } from '../access/notices/notices.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { BUCKETS_OF_UNIT, type CreditUnit } from './products.ts';

/** Below this balance of a unit, the owners are notified. */
export const LOW_BALANCE = 10;
/** At this balance the alert is rearmed; reservations and releases below it cause no repeated alerts. */
const PLENTY = 2 * LOW_BALANCE;

const WORDS: Record<CreditUnit, (left: number) => Sentence> = {
  publication: (left) => say`Credits for publications with an approval are running low: ${left} left. Without any, what is approved waits.`,
  autoposting: (left) => say`Credits for autopostings are running low: ${left} left. Without any, what is approved waits.`,
};

/**
 * Notifies the owners once of a low balance of a unit; of concurrent reservations, one does. `known`: the balance, if
 * the caller has it.
 */
export async function noteLowBalance(ctx: Context, accountId: string, unit: CreditUnit, known?: number): Promise<void> {
  const left = known ?? (await sumOf(ctx, accountId, unit));
  if (left >= LOW_BALANCE) return;
  const noted = await query(
    ctx.em,
    tables
      .insertInto('credit_alerts')
      .values({ account_id: accountId, unit, low_since: ctx.clock.now() })
      .onConflict((on) => on.doNothing())
      .returning('unit'),
  );
  if (noted.length === 0) return;
  await addNotice(ctx, { accountId, kind: 'credits_low', message: WORDS[unit](left) });
  const workspaces = await ctx.em.find(Workspace, { accountId });
  for (const { id: workspaceId } of workspaces) {
    recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: { unit, left } });
  }
}

/** After a purchase: the next low balance is notified again. */
export async function forgetLowBalance(ctx: Context, accountId: string, unit: CreditUnit): Promise<void> {
  if ((await sumOf(ctx, accountId, unit)) < PLENTY) return;
  await query(ctx.em, tables.deleteFrom('credit_alerts').where('account_id', '=', accountId).where('unit', '=', unit));
}

async function sumOf(ctx: Context, accountId: string, unit: CreditUnit): Promise<number> {
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('credit_balances')
      .select(sql<number>`coalesce(sum(available), 0)::int`.as('left'))
      .where('account_id', '=', accountId)
      .where('bucket', '=', anyOf(BUCKETS_OF_UNIT[unit])),
  );
  return row?.left ?? 0;
}
