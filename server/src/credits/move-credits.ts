import { sql } from 'kysely';
import { addNotice } from '../access/notices.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { countChanged, query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { type Bucket, CreditEntry } from './credit.entities.ts';
import { BUCKETS_OF_UNIT, type CreditUnit, UNIT_OF_BUCKET } from './products.ts';

/** Below this balance of a unit, the owners are notified. */
const LOW_BALANCE = 10;
/** At this balance the alert is rearmed; reservations and releases below it cause no repeated alerts. */
const PLENTY = 2 * LOW_BALANCE;

const WORDS: Record<CreditUnit, (left: number) => Sentence> = {
  publication: (left) =>
    say`Credits for posts you approve are running low: ${left} left. Without credits, approved posts are not published.`,
  autoposting: (left) =>
    say`Credits for posts published automatically are running low: ${left} left. Without credits, posts are not published.`,
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
async function forgetLowBalance(ctx: Context, accountId: string, unit: CreditUnit): Promise<void> {
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

/** One ledger entry to write. The deltas may be negative; a balance never becomes negative. */
interface Move {
  accountId: string;
  bucket: Bucket;
  kind: CreditEntry['kind'];
  available: number;
  held: number;
  holdId?: string;
  product?: string;
  /** The order of a purchase, or of its refund. */
  orderId?: string;
  note?: string;
}

/**
 * The only way to change a balance. One conditional UPDATE decides, for any number of concurrent processes: reading
 * first and writing after would sell the same credit twice. The entry is written in the same transaction, so the
 * entries always sum to the balance. False: the balance was too low, and nothing changed.
 */
export async function moveCredits(ctx: Context, move: Move): Promise<boolean> {
  assertTransaction(ctx);
  if (move.available > 0) await ensureBalance(ctx, move.accountId, move.bucket);
  const changed = await countChanged(
    ctx.em,
    tables
      .updateTable('credit_balances')
      .set(({ eb }) => ({ available: eb('available', '+', move.available), held: eb('held', '+', move.held) }))
      .where('account_id', '=', move.accountId)
      .where('bucket', '=', move.bucket)
      .where(({ eb }) => eb(eb('available', '+', move.available), '>=', 0))
      .where(({ eb }) => eb(eb('held', '+', move.held), '>=', 0)),
  );
  if (changed === 0) return false;
  ctx.em.create(CreditEntry, {
    id: newId('ent'),
    accountId: move.accountId,
    bucket: move.bucket,
    kind: move.kind,
    availableDelta: move.available,
    heldDelta: move.held,
    holdId: move.holdId ?? null,
    product: move.product ?? null,
    orderId: move.orderId ?? null,
    note: move.note ?? null,
    createdAt: ctx.clock.now(),
  });
  if (move.available > 0) await gatesMayHaveOpened(ctx, move.accountId);
  if (move.available > 0 && move.kind !== 'release') await forgetLowBalance(ctx, move.accountId, UNIT_OF_BUCKET[move.bucket]);
  return true;
}

/** The row that the conditional update works on. */
export async function ensureBalance(ctx: Context, accountId: string, bucket: Bucket): Promise<void> {
  await query(
    ctx.em,
    tables
      .insertInto('credit_balances')
      .values({ account_id: accountId, bucket, available: 0, held: 0 })
      .onConflict((on) => on.columns(['account_id', 'bucket']).doNothing()),
  );
}
