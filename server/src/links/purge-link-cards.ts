import type { EntityManager } from '@mikro-orm/postgresql';
import { countChanged } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes cards that no draft uses. Published cards are part of payloads. Returns how many. */
export async function purgeLinkCards(em: EntityManager, now: Date): Promise<number> {
  return countChanged(
    em,
    tables
      .deleteFrom('link_cards as c')
      .where('c.created_at', '<', new Date(now.getTime() - KEPT_MS))
      .where(({ exists, not, selectFrom }) => not(exists(selectFrom('drafts as d').whereRef('d.link_card_id', '=', 'c.id')))),
  );
}
