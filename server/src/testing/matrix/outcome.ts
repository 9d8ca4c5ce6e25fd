import type { Role, Scope } from '../../access/actor.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Caller } from './callers.ts';

/** How an operation ended: it was done, there was nothing to see, or it was refused. */
export type Outcome = 'ok' | 'null' | ErrorCode;

/** The result for permitted callers, where the operation cannot succeed in this set-up. */
export const insteadOfOk = (code: ErrorCode, outcome: Outcome): Outcome => (outcome === 'ok' ? code : outcome);

interface Change {
  roles: Role[];
  /** Scopes that let an agent do it too; absent where no agent ever may. */
  scopes?: Scope[];
  /** The error for agents in their own account, which are never permitted. */
  agentsGet?: ErrorCode;
  isFresh?: true;
  /** It ends something, so the owners of a suspended account may do it. */
  isEnding?: true;
}

/** A change in a workspace or an account. */
export const change =
  ({ roles, scopes, agentsGet = 'insufficient_role', isFresh, isEnding }: Change) =>
  (caller: Caller): Outcome => {
    if (caller.dead) return caller.dead;
    if (caller.kind === 'anonymous') return 'unauthenticated';
    if (caller.kind === 'agent') {
      if (scopes && !scopes.every((scope) => caller.scopes.includes(scope))) return 'insufficient_scope';
      if (caller.place !== 'own') return 'not_found';
      return scopes ? 'ok' : agentsGet;
    }
    if (caller.place !== 'own') return 'not_found';
    if (!caller.role || !roles.includes(caller.role)) return 'insufficient_role';
    if (caller.home === 'suspended' && !isEnding) return 'account_not_approved';
    return isFresh && !caller.isFresh ? 'reauthentication_required' : 'ok';
  };
