import { AuditEntry } from '../../audit/audit.entities.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { requirePerson } from '../authorise.ts';

interface FailedSignIn {
  /** Null if no account matches: then it is only logged. */
  userId: string | null;
  /** The address of the connection. */
  address: string | null;
  by: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'reauthentication' | 'client_code';
}

/**
 * Records a failed sign-in: in the audit log for the person, and in the service's log, where an operator's tools look
 * for frequent attempts from one address. Neither contains what was typed: people type passwords into the wrong
 * field. Needs a transaction if the person is known.
 */
export async function noteFailedSignIn(tx: Context, { userId, address, by }: FailedSignIn): Promise<void> {
  tx.log.warn({ event: 'sign_in_failed', address, userId, by, requestId: tx.requestId }, 'A sign-in failed.');
  if (userId) await recordAudit(tx, { accountId: null, action: 'sign_in.failed', subjectId: userId, details: { address, by } });
}

const MOST = 20;
const DAYS_MS = 30 * DAY_MS;

/** A failed attempt to sign in to a person's account. */
interface FailedSignInView {
  id: string;
  at: Date;
  /** The method: `password`, `totp`, `recovery_code`, `passkey`, or `reauthentication` within a session. */
  by: string;
  address: string | null;
}

/**
 * Failed sign-ins to this person's account in the last 30 days, newest first. The attempts were anonymous, so the
 * entries belong to the service and are read with the owner role.
 */
export async function listFailedSignIns(ctx: Context): Promise<FailedSignInView[]> {
  const { userId } = requirePerson(ctx);
  const since = new Date(ctx.clock.now().getTime() - DAYS_MS);
  const entries = await forkAsOwner(ctx.orm).find(
    AuditEntry,
    { accountId: null, action: 'sign_in.failed', subjectId: userId, createdAt: { $gte: since } },
    { orderBy: { id: 'desc' }, limit: MOST },
  );
  return entries.map(({ id, createdAt, details }) => ({
    id,
    at: createdAt,
    by: String(details.by),
    address: typeof details.address === 'string' ? details.address : null,
  }));
}
