import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteInBatches } from '../db/writing/delete-in-batches.ts';

const DAY_MS = 24 * 3_600_000;
export const EVENTS_KEPT_DAYS = 90;

/** Deletes expired events; for the worker's reconciler. Returns how many. */
export function purgeEvents(em: EntityManager, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  return deleteInBatches(em, { table: 'events', where: 'created_at < ?', values: [oldest] });
}
