import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Context } from '../../context.ts';
import { ApiKey } from './api-key.entity.ts';
import type { Grant } from './grant.entity.ts';

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

const KEY_LIFE_MS = 90 * 86_400_000;

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
