import type { EntityManager } from '@mikro-orm/postgresql';

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes cards that no draft uses. Published cards are part of payloads. Returns how many. */
export async function purgeLinkCards(em: EntityManager, now: Date): Promise<number> {
  const removed = await em.execute<unknown[]>(
    `delete from link_cards c where c.created_at < ? and not exists (select from drafts d where d.link_card_id = c.id) returning 1`,
    [new Date(now.getTime() - KEPT_MS)],
  );
  return removed.length;
}
