import type { EntityManager, MikroORM, SessionContext } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.ts';
import type { ServiceOrm } from '../orm.ts';

/** The database role that every request runs as. It owns nothing, cannot log in and cannot bypass row-level security. */
export const TENANT_ROLE = 'countersign_tenant';

/**
 * An entity manager whose every statement, inside a transaction or not, sees only the actor's rows: as the tenant
 * role, with the ids that the policies of policies.ts compare the rows with. To query the database as the owner, use
 * forkAsOwner(), on purpose.
 */
export function forkFor(orm: ServiceOrm, actor: Actor): EntityManager {
  const session = sessionOf(actor);
  return session ? orm.requests.em.fork({ session }) : forkAsOwner(orm);
}

/**
 * An entity manager with the owner role: it sees every row, on a connection separate from any open transaction. A
 * plain `orm.em.fork()` would take over the role of the current request.
 */
export function forkAsOwner(orm: MikroORM): EntityManager {
  return orm.em.fork({ disableContextResolution: true });
}

/** Null for actors of the service as a whole: its operators, its command line and its worker. */
function sessionOf(actor: Actor): SessionContext | null {
  switch (actor.kind) {
    case 'system':
    case 'operator':
      return null;
    case 'anonymous':
      return sessionWith({});
    case 'agent':
      return sessionWith({ accounts: actor.accountId, workspace: actor.workspaceId, grant: actor.grantId });
    case 'client':
      return sessionWith({ accounts: actor.accountId, workspace: actor.workspaceId });
    case 'user':
      if (actor.isOperator) return null;
      return sessionWith({ accounts: [...actor.roles.keys()].join(','), user: actor.userId, session: actor.sessionId });
  }
}

interface Reach {
  /** Comma-separated account ids. */
  accounts?: string;
  /** The one workspace that an agent may access; empty for people, who see all of an account's. */
  workspace?: string;
  grant?: string;
  user?: string;
  session?: string;
}

/** `role` is a setting like any other, so one statement sets all of them, for one transaction. */
function sessionWith({ accounts = '', workspace = '', grant = '', user = '', session = '' }: Reach): SessionContext {
  return {
    variables: {
      role: TENANT_ROLE,
      'app.account_ids': accounts,
      'app.workspace_id': workspace,
      'app.grant_id': grant,
      'app.user_id': user,
      'app.session_id': session,
    },
  };
}
