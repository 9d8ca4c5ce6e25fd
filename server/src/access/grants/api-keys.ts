import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { type Places, prepared, type RowOf, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { isSameDigest } from '../../sealing/sealer.ts';
import type { Actor } from '../actor.ts';
import { ApiKey, type Grant } from './grant.entity.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_ID_LENGTH = 16;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^cs_(live|test)_([0-9A-Za-z]{${KEY_ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH}}([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new key `cs_live_<key id>_<secret><checksum>`; `cs_test_` for a grant that reaches the sandbox only. */
export function newApiKey(isSandboxOnly: boolean): { keyId: string; key: string } {
  const keyId = randomBase62(KEY_ID_LENGTH);
  const body = `cs_${isSandboxOnly ? 'test' : 'live'}_${keyId}_${randomBase62(SECRET_LENGTH)}`;
  return { keyId, key: body + checksum(body) };
}

/** The public parts of a key, or null where form or checksum are wrong: a typo never reaches the database. */
export function parseApiKey(text: string): { keyId: string; isSandboxOnly: boolean } | null {
  const [, kind, keyId, sum] = FORM.exec(text) ?? [];
  if (!keyId || checksum(text.slice(0, -CHECKSUM_LENGTH)) !== sum) return null;
  return { keyId, isSandboxOnly: kind === 'test' };
}

/** CRC-32 in base 62: enough to detect typos and truncation, and to find leaked keys in texts. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: taking the rest of more would favour some digits.
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

const KEY_LIFE_MS = 90 * DAY_MS;

/** Issues a key for a grant; only its keyed hash is stored. Valid for 90 days, or as long as the grant. */
export async function issueKey(ctx: Context, grant: Grant): Promise<{ keyId: string; key: string; expiresAt: Date }> {
  const { keyId, key } = newApiKey(grant.isSandboxOnly);
  const now = ctx.clock.now();
  const longest = now.getTime() + KEY_LIFE_MS;
  const expiresAt = new Date(grant.expiresAt ? Math.min(longest, grant.expiresAt.getTime()) : longest);
  const { id: grantId, accountId, workspaceId } = grant;
  ctx.em.create(ApiKey, {
    id: keyId,
    grantId,
    accountId,
    workspaceId,
    keyHash: ctx.sealer.hash('api-key', key),
    createdAt: now,
    expiresAt,
  });
  await ctx.em.flush();
  return { keyId, key, expiresAt };
}

/** A key with everything that determines its validity. */
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
  refuseInactive(row, services.clock.now());
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

function refuseInactive(row: KeyRow, now: Date): void {
  const about = { accountId: row.account_id, grantId: row.grant_id };
  // An integration ends with its person's membership.
  const hasLostItsPerson = row.person_user_id !== null && !row.is_member;
  if (row.revoked_at || row.grant_state === 'revoked' || hasLostItsPerson) throw new DomainError('key_revoked', { about });
  const ends = [row.expires_at, row.grant_expires_at].filter((time) => time !== null).map((time) => time.getTime());
  if (row.grant_state !== 'active' || Math.min(...ends) <= now.getTime()) throw new DomainError('key_expired', { about });
  if (row.account_state !== 'approved') throw new DomainError('account_not_approved');
  if (row.paused_at) throw new DomainError('grant_paused');
}

/** Once a minute is precise enough for display. */
function noteUse(services: Services, keyId: string, lastUsedAt: string | Date | null): void {
  const now = services.clock.now();
  if (lastUsedAt && now.getTime() - new Date(lastUsedAt).getTime() < USE_IS_NOTED_EVERY_MS) return;
  services.lastUses.noteKey(keyId, now);
}
