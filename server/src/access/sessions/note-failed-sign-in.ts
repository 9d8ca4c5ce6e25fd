import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';

export interface FailedSignIn {
  /** Null if no account matches: then it is only logged. */
  userId: string | null;
  /** As the connection shows it. */
  address: string | null;
  by: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'reauthentication' | 'client_code';
}

/**
 * The trace of a failed sign-in: in the audit log, for the person whose account was meant, and in the
 * service's log, where an operator's tools look for addresses that try too often. What was typed is
 * in neither: people type passwords into the wrong field. Needs a transaction where a person is known.
 */
export async function noteFailedSignIn(tx: Context, { userId, address, by }: FailedSignIn): Promise<void> {
  tx.log.warn({ event: 'sign_in_failed', address, userId, by, requestId: tx.requestId }, 'A sign-in failed.');
  if (userId) await recordAudit(tx, { accountId: null, action: 'sign_in.failed', subjectId: userId, details: { address, by } });
}
