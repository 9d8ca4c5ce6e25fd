import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecondFactorDuty } from '../../config/people-config.ts';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { type Places, prepared, type RowOf, tables } from '../../db/tables.ts';
import type { PersonActor } from '../authorise.ts';

interface Asked {
  hash: string | null;
  sessionId: string | null;
  now: Date;
  idleSince: Date;
  renewedSince: Date;
}

const SESSION = prepared(({ hash, sessionId, now, idleSince, renewedSince }: Places<Asked>) =>
  tables
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['s.id as session_id', 's.last_seen_at', 'u.id as user_id', 'u.name', 'u.email', 'u.is_operator', 'u.language'])
    .select(['m.account_id', 'm.role'])
    .select(({ eb, exists, or, selectFrom }) => [
      eb('u.email_confirmed_at', 'is not', null).as('is_confirmed'),
      eb('s.token_hash', '<>', hash).as('is_renewed'),
      eb('s.second_factor_at', 'is not', null).as('has_shown_it'),
      or([
        exists(
          selectFrom('totp_secrets as t').select('t.user_id').whereRef('t.user_id', '=', 'u.id').where('t.confirmed_at', 'is not', null),
        ),
        exists(selectFrom('passkeys as p').select('p.id').whereRef('p.user_id', '=', 'u.id')),
      ]).as('has_second_factor'),
    ])
    .where(({ and, eb, or }) =>
      or([
        eb('s.token_hash', '=', hash),
        and([eb('s.previous_token_hash', '=', hash), eb('s.token_renewed_at', '>', renewedSince)]),
        eb('s.id', '=', sessionId),
      ]),
    )
    .where('s.expires_at', '>', now)
    .where(({ eb, fn }) => eb(fn.coalesce('s.last_seen_at', 's.created_at'), '>', idleSince))
    .orderBy('m.created_at')
    .orderBy('m.account_id'),
);

/** For requests in flight when the token was renewed; the person's other tabs share the new cookie. */
const OLD_TOKEN_MS = 10_000;
const SEEN_IS_NOTED_EVERY_MS = 60_000;

/**
 * The person behind a session, found by its token or its id, with all roles, in one query; null if the session is
 * unknown, ended or idle for too long. A person who still needs to use a mandatory second factor has no roles.
 * `address`, if given, is recorded at most once a minute; read-only requests give none.
 */
export async function authenticateSession(
  services: Services,
  em: EntityManager,
  by: string | { sessionId: string },
  address?: string,
): Promise<PersonActor | null> {
  const now = services.clock.now();
  const rows = await query(
    em,
    SESSION({
      ...(typeof by === 'string' ? { hash: services.sealer.hash('session', by), sessionId: null } : { hash: null, ...by }),
      now,
      idleSince: new Date(now.getTime() - services.config.people.sessionIdleMs),
      renewedSince: new Date(now.getTime() - OLD_TOKEN_MS),
    }),
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

function noteSeen(services: Services, { session_id, last_seen_at }: RowOf<typeof SESSION>, address: string): void {
  const now = services.clock.now();
  if (last_seen_at && now.getTime() - last_seen_at.getTime() < SEEN_IS_NOTED_EVERY_MS) return;
  services.lastUses.noteSession(session_id, now, address);
}
