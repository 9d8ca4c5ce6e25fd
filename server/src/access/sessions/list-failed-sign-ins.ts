import { AuditEntry } from '../../audit/audit-entry.entity.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { requirePerson } from '../authorise.ts';

const MOST = 20;
const DAYS_MS = 30 * 86_400_000;

/** A failed attempt to sign in to a person's account. */
export interface FailedSignInView {
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
