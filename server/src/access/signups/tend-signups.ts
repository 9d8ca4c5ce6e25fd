import { recordAudit } from '../../audit/record-audit.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { joined, say } from '../../languages/sentence.ts';
import { addOperatorNotices, forgetOperatorNotices } from '../notices/notices.ts';
import { User } from '../user.entity.ts';
import { mailRefused } from './decide-signup.ts';
import { Signup } from './signup.entity.ts';

const HOUR_MS = 3_600_000;
/** Ended sign-ups are kept for 30 days, so their outcome can be looked up. */
const KEPT_FOR_MS = 30 * 86_400_000;
const AT_ONCE = 100;
/** The subject of their notices. */
const SUBJECT = 'signups';

/**
 * Scheduled task: notifies operators of pending sign-ups, expires old ones, and deletes ended ones. Safe in many
 * processes at once.
 */
export async function tendSignups(services: Services): Promise<void> {
  await inTransaction(systemContext(services), notifyOfWaiting);
  await inTransaction(systemContext(services), expireWaiting);
  const now = services.clock.now();
  const em = services.orm.em.fork();
  await em.nativeDelete(Signup, { state: 'mailed', expiresAt: { $lte: now } });
  await em.nativeDelete(Signup, { endedAt: { $lte: new Date(now.getTime() - KEPT_FOR_MS) } });
}

/**
 * At most one notice per hour about all sign-ups that operators were not notified of, so one person with many
 * mailboxes cannot flood them. Without any operator they stay pending. The notice is cleared once all are decided.
 */
async function notifyOfWaiting(tx: Context): Promise<void> {
  if ((await tx.em.count(User, { isOperator: true })) === 0) return;
  const now = tx.clock.now();
  // Serialised, so two processes do not notify of different requests at once.
  await tx.em.execute(`select pg_advisory_xact_lock(hashtext('signups.tell'))`);
  if ((await tx.em.count(Signup, { state: 'waiting', expiresAt: { $gt: now } })) === 0) return forgetOperatorNotices(tx.em, SUBJECT, now);
  if ((await tx.em.count(Signup, { toldAt: { $gt: new Date(now.getTime() - HOUR_MS) } })) > 0) return;
  const many = await tx.em.nativeUpdate(Signup, { state: 'waiting', toldAt: null, expiresAt: { $gt: now } }, { toldAt: now });
  if (many === 0) return;
  const who = many === 1 ? say`One sign-up request is pending.` : say`${many} sign-up requests are pending.`;
  const rest = say`Nothing can be done with one before you have approved it, and a request ends after 30 days.`;
  await addOperatorNotices(tx, { kind: 'signups_waiting', message: joined([who, rest]), subjectId: SUBJECT });
}

async function expireWaiting(tx: Context): Promise<void> {
  const now = tx.clock.now();
  const over = await query(
    tx.em,
    tables
      .updateTable('signups')
      .set({ state: 'expired', password_hash: null, ended_at: now })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('signups')
          .select('id')
          .where('state', '=', literal('waiting'))
          .where('expires_at', '<=', now)
          .orderBy('id')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'name', 'email', 'language']),
  );
  for (const { id, ...person } of over) {
    await recordAudit(tx, { accountId: null, action: 'signup.expired', subjectId: id });
    await mailRefused(tx, person, [say`The request expired after 30 days without a decision. You can request an account again.`]);
  }
}
