import { block, type GateVerdict, pass, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

export function accountGate({ accountState }: GateSnapshot): GateVerdict {
  if (accountState === 'approved') return pass('account_approved', 'The account is approved.');
  if (accountState === 'pending')
    return wait('account_pending', 'The account has not been approved yet.', 'The operator approves the account.');
  return block('account_suspended', 'The account is suspended.', 'An owner of the account asks the operator why.');
}
