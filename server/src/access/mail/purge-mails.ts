import type { EntityManager } from '@mikro-orm/postgresql';
import { Mail } from './mail.entity.ts';

/** Deletes messages that were handed over or have expired; their rows contain nothing else. */
export async function purgeMails(em: EntityManager, now: Date): Promise<number> {
  return em.nativeDelete(Mail, { expiresAt: { $lte: now } });
}
