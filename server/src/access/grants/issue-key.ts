import type { Context } from '../../context.ts';
import { ApiKey } from './api-key.entity.ts';
import { newApiKey } from './api-key-format.ts';
import type { Grant } from './grant.entity.ts';

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
