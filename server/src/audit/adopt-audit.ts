import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RollHead } from './kept-head.ts';
import { recordAudit } from './record-audit.ts';
import { readLastRoll } from './roll-heads.ts';
import { sealAudit } from './seal-audit.ts';

/**
 * Accepts an older copy of the log that the operator has restored: updates this machine's checkpoint and records that
 * in the log. Until then nothing is sealed, since rolling the log back must not go unnoticed.
 */
export async function adoptAudit(ctx: Context): Promise<{ from: RollHead | null; to: RollHead | null }> {
  const from = await ctx.keptHead.read();
  const to = await readLastRoll(ctx.orm.em.fork());
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { accountId: null, action: 'audit.adopted', subjectId: 'audit', details: { from, to } }),
  );
  await ctx.keptHead.write(to ?? null);
  await sealAudit(ctx, { everything: true });
  return { from, to };
}
