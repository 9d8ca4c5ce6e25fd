import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.ts';
import type { ServiceOrm } from '../orm.ts';
import { forkFor } from '../row-security/tenant-session.ts';

/** A standby of the database, from which lists are read (`DATABASE_READ_URL`). */
export interface Standby {
  /**
   * Returns a factory of entity managers that read there, once it has everything committed before this call, so no
   * caller misses their own changes, made in any process. Null if it lags further behind or does not respond: then
   * the primary is used.
   */
  forksFor(actor: Actor): Promise<(() => EntityManager) | null>;
  /** A read failed there: it is not used for a while. */
  turnFrom(error: unknown): void;
  close(): Promise<void>;
}

/**
 * The connections for lists, exports and figures: an up-to-date standby if there is one, otherwise the
 * primary.
 */
export async function forksForReading(
  { orm, standby }: { orm: ServiceOrm; standby: Standby | null },
  actor: Actor,
): Promise<() => EntityManager> {
  return (await standby?.forksFor(actor)) ?? (() => forkFor(orm, actor));
}
