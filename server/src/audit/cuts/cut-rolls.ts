import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AuditRoll } from '../audit-roll.entity.ts';
import { rollHash } from '../chain-macs.ts';
import { lockRolls, readLastRoll } from '../roll-heads.ts';
import { findBeginning, keepCut, ROLLS } from './beginnings.ts';

const BATCH = 500;

/**
 * Drops rollups that refer only to dropped links, up to the first that does not. The last one stays, as it is the
 * external checkpoint.
 */
export async function cutRolls(ctx: Context, keptFrom: Date): Promise<number> {
  let total = 0;
  let dropped: number;
  do {
    dropped = await cutBatch(ctx, keptFrom);
    total += dropped;
  } while (dropped === BATCH);
  return total;
}

async function cutBatch(ctx: Context, keptFrom: Date): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockRolls(tx.em);
    const beginning = await findBeginning(tx.em, tx.sealer, ROLLS);
    const end = await readLastRoll(tx.em);
    if (!beginning || !end) return 0;
    const rolls = await tx.em.find(AuditRoll, { seq: { $gt: beginning.seq, $lt: end.seq } }, { orderBy: { seq: 'asc' }, limit: BATCH });
    const places = await placesOf(tx, [...new Set(rolls.map(({ accountId }) => accountId))]);
    let last = { seq: beginning.seq, hash: beginning.hash };
    for (const roll of rolls) {
      if (roll.accountSeq > (places.get(roll.accountId) ?? 0)) break;
      const fits = roll.seq === last.seq + 1 && roll.prevHash === last.hash && roll.hash === rollHash(tx.sealer, roll);
      // A fault stays, to be reported.
      if (!fits) return 0;
      last = { seq: roll.seq, hash: roll.hash };
    }
    if (last.seq === beginning.seq) return 0;
    await keepCut(tx, { accountId: ROLLS, ...last, keptFrom });
    await query(tx.em, tables.deleteFrom('audit_rolls').where('seq', '>', beginning.seq).where('seq', '<=', last.seq));
    return last.seq - beginning.seq;
  });
}

/** Up to where the chains were dropped. */
async function placesOf({ em }: Context, chains: string[]): Promise<Map<string, number>> {
  const rows = await query(em, tables.selectFrom('audit_cuts').select(['account_id', 'seq']).where('account_id', '=', anyOf(chains)));
  return new Map(rows.map(({ account_id: chain, seq }) => [chain, seq]));
}
