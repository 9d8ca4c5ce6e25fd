import type { EntityManager } from '@mikro-orm/postgresql';
import { countChanged } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { OauthClient } from './clients/oauth-client.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';

const DAY_MS = 86_400_000;

/**
 * For the reconciler: marks expired requests, and deletes month-old requests and clients that never requested access
 * or have not for long. Anyone can create both, so neither may accumulate.
 */
export async function purgeOauth(em: EntityManager, now: Date): Promise<{ expired: number; requests: number; clients: number }> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const expired = await em.nativeUpdate(
    GrantRequest,
    {
      expiresAt: { $lte: now },
      $or: [{ state: 'pending' }, { state: 'approved', flow: 'device' }, { state: 'approved', codeExpiresAt: { $lte: now } }],
    },
    { state: 'expired' },
  );
  const requests = await em.nativeDelete(GrantRequest, { expiresAt: { $lte: ago(30) } });
  const neverUsed = await countChanged(
    em,
    tables.deleteFrom('oauth_clients').whereRef('last_used_at', '=', 'created_at').where('created_at', '<=', ago(1)),
  );
  const longUnused = await em.nativeDelete(OauthClient, { lastUsedAt: { $lte: ago(180) } });
  return { expired, requests, clients: neverUsed + longUnused };
}
