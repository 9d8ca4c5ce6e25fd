import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { type Places, prepared, type RowOf, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { isSameDigest } from '../../sealing/sealer.ts';
import type { Actor } from '../actor.ts';
import { parseApiKey } from './api-keys.ts';

/** A key with all that decides about it. */
const KEY = prepared(({ id }: Places<{ id: string }>) =>
  tables
    .selectFrom('api_keys as k')
    .innerJoin('grants as g', 'g.id', 'k.grant_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .innerJoin('agents as ag', 'ag.id', 'g.agent_id')
    .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'g.person_user_id').onRef('m.account_id', '=', 'g.account_id'))
    .select([
      'k.key_hash',
      'k.expires_at',
      'k.revoked_at',
      'k.last_used_at',
      'g.id as grant_id',
      'g.state as grant_state',
      'g.expires_at as grant_expires_at',
      'g.paused_at',
      'g.scopes',
      'g.is_sandbox_only',
      'g.workspace_id',
      'g.account_id',
      'g.person_user_id',
      'a.state as account_state',
      'ag.id as agent_id',
      'ag.name as agent_name',
    ])
    .select(({ eb }) => eb('m.user_id', 'is not', null).as('is_member'))
    .where('k.id', '=', id),
);

type KeyRow = RowOf<typeof KEY>;

const USE_IS_NOTED_EVERY_MS = 60_000;

/**
 * The agent behind a bearer key. Always read from the database, in one query: a revocation applies to every process
 * once committed.
 */
export async function authenticateKey(services: Services, em: EntityManager, key: string): Promise<Actor & { kind: 'agent' }> {
  const parsed = parseApiKey(key);
  if (!parsed) throw new DomainError('key_malformed');
  const [row] = await query(em, KEY({ id: parsed.keyId }));
  if (!row || !isSameDigest(row.key_hash, services.sealer.hash('api-key', key))) throw new DomainError('key_unknown');
  refuseDead(row, services.clock.now());
  noteUse(services, parsed.keyId, row.last_used_at);
  return {
    kind: 'agent',
    grantId: row.grant_id,
    keyId: parsed.keyId,
    agentId: row.agent_id,
    agentName: row.agent_name,
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    scopes: [...row.scopes],
    isSandboxOnly: row.is_sandbox_only,
    isIntegration: row.person_user_id !== null,
  };
}

function refuseDead(row: KeyRow, now: Date): void {
  const about = { accountId: row.account_id, grantId: row.grant_id };
  // An integration ends with its person's membership.
  const hasLostItsPerson = row.person_user_id !== null && !row.is_member;
  if (row.revoked_at || row.grant_state === 'revoked' || hasLostItsPerson) throw new DomainError('key_revoked', { about });
  const ends = [row.expires_at, row.grant_expires_at].filter((time) => time !== null).map((time) => time.getTime());
  if (row.grant_state !== 'active' || Math.min(...ends) <= now.getTime()) throw new DomainError('key_expired', { about });
  if (row.account_state !== 'approved') throw new DomainError('account_not_approved');
  if (row.paused_at) throw new DomainError('grant_paused');
}

/** Once a minute is enough for a person to see. */
function noteUse(services: Services, keyId: string, lastUsedAt: string | Date | null): void {
  const now = services.clock.now();
  if (lastUsedAt && now.getTime() - new Date(lastUsedAt).getTime() < USE_IS_NOTED_EVERY_MS) return;
  services.lastUses.noteKey(keyId, now);
}
