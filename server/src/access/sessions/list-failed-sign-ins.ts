import { AuditEntry } from '../../audit/audit-entry.entity.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { requirePerson } from '../authorise.ts';

const MOST = 20;
const DAYS_MS = 30 * 86_400_000;

/** A sign-in to somebody's account that did not succeed. */
export interface FailedSignInView {
  id: string;
  at: Date;
  /** What was shown: `password`, `totp`, `recovery_code`, `passkey`, or `reauthentication` by somebody signed in. */
  by: string;
  address: string | null;
}

/**
 * Who tried to sign in as this person within the last 30 days and was refused, the newest first. Whoever tried was
 * nobody yet, so the entries are the service's own, and are read in its name.
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
