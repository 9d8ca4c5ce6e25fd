import type { EntityManager } from '@mikro-orm/postgresql';
import { ConnectRequest } from './connect-request.entity.ts';

/** Throws away requests that nobody came back with in time. Answers how many. */
export function purgeConnectRequests(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(ConnectRequest, { expiresAt: { $lte: now } });
}
