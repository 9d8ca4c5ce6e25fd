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
 * Records a failed sign-in: in the audit log for the person, and in the service's log, where an operator's tools look
 * for frequent attempts from one address. Neither contains what was typed: people type passwords into the wrong
 * field. Needs a transaction if the person is known.
 */
export async function noteFailedSignIn(tx: Context, { userId, address, by }: FailedSignIn): Promise<void> {
  tx.log.warn({ event: 'sign_in_failed', address, userId, by, requestId: tx.requestId }, 'A sign-in failed.');
  if (userId) await recordAudit(tx, { accountId: null, action: 'sign_in.failed', subjectId: userId, details: { address, by } });
}
