import type { EntityManager } from '@mikro-orm/postgresql';

const DAY_MS = 24 * 3_600_000;
export const EVENTS_KEPT_DAYS = 90;

/** Removes events that are no longer kept; for the worker's sweep. Returns how many there were. */
export async function purgeEvents(em: EntityManager, now: Date): Promise<number> {
  const removed = await em.execute<unknown[]>('delete from events where created_at < ? returning 1', [
    new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS),
  ]);
  return removed.length;
}
