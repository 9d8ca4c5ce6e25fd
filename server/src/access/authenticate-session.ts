import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, Role, Services } from '../context.ts';

interface Row {
  session_id: string;
  user_id: string;
  name: string;
  email: string;
  is_operator: boolean;
  account_id: string | null;
  role: Role | null;
}

/** The person behind a session cookie, with every role, in one query; null when nobody is signed in by it. */
export async function authenticateSession(
  services: Services,
  em: EntityManager,
  token: string,
): Promise<(Actor & { kind: 'user' }) | null> {
  const rows = await em.execute<Row[]>(
    `select s.id as session_id, u.id as user_id, u.name, u.email, u.is_operator, m.account_id, m.role
       from sessions s join users u on u.id = s.user_id left join memberships m on m.user_id = u.id
      where s.token_hash = ? and s.expires_at > ?
      order by m.created_at, m.account_id`,
    [services.sealer.hash('session', token), services.clock.now()],
  );
  const [first] = rows;
  if (!first) return null;
  return {
    kind: 'user',
    userId: first.user_id,
    sessionId: first.session_id,
    name: first.name,
    email: first.email,
    isOperator: first.is_operator,
    roles: new Map(rows.flatMap((row) => (row.account_id && row.role ? [[row.account_id, row.role] as const] : []))),
  };
}
