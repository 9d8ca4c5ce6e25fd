import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { lockAgainstSenders, WHOLE_SERVICE } from '../../access/accounts.ts';
import { requireOperator } from '../../access/authorise.ts';
import { requireRecentIfPerson } from '../../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { gatesMayHaveOpened } from '../../events/gates-may-have-opened.ts';
import { ServiceSwitch } from '../../launch/launch.entities.ts';
import { markUnknownAfterRestore } from './mark-unknown-after-restore.ts';

export interface RestoreState {
  /** Null without a restore lock. */
  restoredAt: Date | null;
  backupAt: Date | null;
  /** Posts whose platform is being asked whether they were published. */
  beingAsked: number;
  /** Posts that a person must look for, in the console. */
  forPeople: number;
  /** Planned posts whose platform is still to be asked before they are sent. */
  planned: number;
  /** Accounts that are erased once the restore is released: their owners requested it before the backup. */
  erasuresDue: string[];
}

/** The progress since a restore. */
export async function readRestoreState(ctx: Context): Promise<RestoreState> {
  const em = forkAsOwner(ctx.orm);
  const { restoredAt = null, backupAt = null } = await em.findOneOrFail(ServiceSwitch, 'publishing');
  const [row] = await query(
    em,
    tables
      .selectFrom('publications')
      .select([
        sql<number>`count(*) filter (where state = 'unknown' and next_attempt_at is not null)::int`.as('asked'),
        sql<number>`count(*) filter (where state = 'unknown' and next_attempt_at is null)::int`.as('people'),
        sql<number>`count(*) filter (where state = 'pending')::int`.as('planned'),
      ])
      .where(({ eb, or, and }) =>
        or([eb('state', '=', literal('unknown')), and([eb('check_first', 'is not', null), eb('state', '=', literal('pending'))])]),
      ),
  );
  const due = await query(
    em,
    tables.selectFrom('accounts').select('id').where('erase_at', '<=', ctx.clock.now()).where('erasing_at', 'is', null).orderBy('id'),
  );
  const erasuresDue = due.map(({ id }) => id);
  return { restoredAt, backupAt, erasuresDue, beingAsked: row?.asked ?? 0, forPeople: row?.people ?? 0, planned: row?.planned ?? 0 };
}

/**
 * Releases the restore lock. Unknown outcomes stay unknown: such a post is sent only if its platform reports it
 * absent. Operators only; `invalid_state` without a restore lock. Opens its own transactions.
 */
export async function releaseRestore(ctx: Context): Promise<RestoreState> {
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  await markUnknownAfterRestore(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockAgainstSenders(tx, WHOLE_SERVICE);
    const held = await tx.em.findOneOrFail(ServiceSwitch, 'publishing', { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!held.restoredAt)
      throw new DomainError('invalid_state', { message: 'Nothing is held: no back-up was restored since the last release.' });
    const details = { backupAt: held.backupAt?.toISOString() ?? null };
    Object.assign(held, { restoredAt: null, backupAt: null, doubtedAt: null });
    await tx.em.flush();
    await recordAudit(tx, { accountId: null, action: 'service.released', subjectId: held.id, details });
    await gatesMayHaveOpened(tx, null);
  });
  return readRestoreState(ctx);
}
