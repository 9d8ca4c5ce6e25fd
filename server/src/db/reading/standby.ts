import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.ts';
import type { ServiceOrm } from '../orm.ts';
import { forkFor } from '../row-security/tenant-session.ts';

/** A standby of the database that lists are read from (`DATABASE_READ_URL`). */
export interface Standby {
  /**
   * Makes entity managers that read there, once it has all that was committed before this was called, so that nobody misses what
   * they have just done, in whichever process. Null where it is further behind or does not answer: the database itself is asked then.
   */
  forksFor(actor: Actor): Promise<(() => EntityManager) | null>;
  /** Reading there came to nothing: nobody is sent there for a while. */
  turnFrom(error: unknown): void;
  close(): Promise<void>;
}

/** Where lists, exports and figures are read: at a standby where there is one that has everything, else at the database itself. */
export async function forksForReading(
  { orm, standby }: { orm: ServiceOrm; standby: Standby | null },
  actor: Actor,
): Promise<() => EntityManager> {
  return (await standby?.forksFor(actor)) ?? (() => forkFor(orm, actor));
}
