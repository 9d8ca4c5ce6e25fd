import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecondFactorDuty } from '../../config/people-config.ts';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import type { Language } from '../../languages/language.ts';
import type { Role } from '../actor.ts';
import type { PersonActor } from '../authorise.ts';

interface Row {
  session_id: string;
  last_seen_at: string | Date | null;
  user_id: string;
  name: string;
  email: string;
  is_operator: boolean;
  language: Language | null;
  account_id: string | null;
  role: Role | null;
  is_confirmed: boolean;
  is_renewed: boolean;
  has_shown_it: boolean;
  has_second_factor: boolean;
}

/** For requests in flight when the token was renewed; the person's other tabs share the new cookie. */
const OLD_TOKEN_MS = 10_000;
const SEEN_IS_NOTED_EVERY_MS = 60_000;

/**
 * The person behind a session cookie, with all roles, in one query; null if the session is unknown, ended or idle for
 * too long. A person who still needs to use a mandatory second factor has no roles. `address`, if given, is recorded
 * at most once a minute; read-only requests give none.
 */
export async function authenticateSession(
  services: Services,
  em: EntityManager,
  token: string,
  address?: string,
): Promise<PersonActor | null> {
  const now = services.clock.now();
  const rows = await query<Row>(
    em,
    `select s.id as session_id, s.last_seen_at, u.id as user_id, u.name, u.email, u.is_operator, u.language, u.email_confirmed_at is not null as is_confirmed, s.token_hash <> $1 as is_renewed, m.account_id, m.role,
            s.second_factor_at is not null as has_shown_it,
            exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
              or exists (select from passkeys p where p.user_id = u.id) as has_second_factor
       from sessions s join users u on u.id = s.user_id left join memberships m on m.user_id = u.id
      where (s.token_hash = $1 or s.previous_token_hash = $1 and s.token_renewed_at > $4) and s.expires_at > $2 and coalesce(s.last_seen_at, s.created_at) > $3
      order by m.created_at, m.account_id`,
    [
      services.sealer.hash('session', token),
      now,
      new Date(now.getTime() - services.config.people.sessionIdleMs),
      new Date(now.getTime() - OLD_TOKEN_MS),
    ],
  );
  const [first] = rows;
  if (!first) return null;
  if (address !== undefined) noteSeen(services, first, address);
  const {
    user_id: userId,
    session_id: sessionId,
    name,
    email,
    language,
    is_operator: isOperator,
    has_second_factor: hasSecondFactor,
  } = first;
  const limits = { ...(!first.is_confirmed && { isUnconfirmed: true as const }), ...(first.is_renewed && { hasOldToken: true as const }) };
  const person = { kind: 'user', userId, sessionId, name, email, language, hasSecondFactor, ...limits } as const;
  const roles = new Map(rows.flatMap((row) => (row.account_id && row.role ? [[row.account_id, row.role] as const] : [])));
  const hasShownIt = hasSecondFactor && first.has_shown_it;
  if (!hasShownIt && mustShowSecondFactor(services.config.people.secondFactor, { isOperator, roles })) {
    return { ...person, isOperator: false, roles: new Map(), lacksSecondFactor: true };
  }
  return { ...person, isOperator, roles };
}

function mustShowSecondFactor(duty: SecondFactorDuty, { isOperator, roles }: Pick<PersonActor, 'isOperator' | 'roles'>): boolean {
  if (duty === 'everybody') return true;
  return duty === 'owners' && (isOperator || [...roles.values()].includes('owner'));
}

function noteSeen(services: Services, { session_id, last_seen_at }: Row, address: string): void {
  const now = services.clock.now();
  if (last_seen_at && now.getTime() - new Date(last_seen_at).getTime() < SEEN_IS_NOTED_EVERY_MS) return;
  services.lastUses.noteSession(session_id, now, address);
}
