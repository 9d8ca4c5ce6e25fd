import type { EntityManager } from '@mikro-orm/postgresql';
import { ConnectRequest } from './connect-request.entity.ts';

/** Deletes expired requests. Returns how many. */
export function purgeConnectRequests(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(ConnectRequest, { expiresAt: { $lte: now } });
}
