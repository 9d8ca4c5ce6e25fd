import type { EntityManager } from '@mikro-orm/postgresql';
import { Mail } from './mail.entity.ts';

/** Messages that were handed over or are too old to be; the row says no more than that there was one. */
export async function purgeMails(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(Mail, { expiresAt: { $lte: now } });
}
