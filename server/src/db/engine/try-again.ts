import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { clientClass } from '../connections/service-client.ts';
import { isConflict, isDatabaseFull, isDatabaseUnavailable, isIdledOut, isReadOnly } from '../database-faults.ts';

/** Between the tries, each a little longer or shorter so that two that met do not meet again. */
const WAITS_MS = [50, 250];
/** No try begins later, once the turn has come: whoever asked gets 503 with Retry-After then, and a failover takes as long as it takes. */
const TRY_WITHIN_MS = 2_000;

/** How far one try of a transaction has come. */
export interface Try {
  /** The commit was sent: nobody knows whether one that is lost with its connection has counted. */
  isEnding: boolean;
  /** It wanted to change nothing: where it did, that is a fault of ours and no standby. */
  isReading?: boolean;
}

/**
 * Does a transaction again that the database gave up for reasons of its own: two that met (40001, 40P01), a primary that is none
 * any more (25006), a connection that broke or a transaction that was
 * idle for too long before the commit. Nothing of the first try has stayed then.
 */
export async function tryAgain<T>(transaction: (current: Try) => Promise<T>): Promise<T> {
  let startedAt = performance.now();
  for (const waitMs of [...WAITS_MS, null]) {
    const current: Try = { isEnding: false };
    try {
      return await transaction(current);
    } catch (error) {
      // The time went to a machine that was busy with something else, not to a database that is away.
      if (isIdledOut(error)) startedAt = performance.now();
      const isOver = waitMs === null || performance.now() - startedAt > TRY_WITHIN_MS;
      if (isOver || !isWorthAnother(error, current)) throw current.isReading ? error : asOutage(error);
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
  throw new Error('The last try ends before this.');
}

function isWorthAnother(error: unknown, { isEnding, isReading }: Try): boolean {
  if (isConflict(error)) return true;
  if (isReadOnly(error)) return !isReading;
  return !isEnding && isDatabaseUnavailable(error) && !isDatabaseFull(error);
}

/** To whoever asked, a database that takes no changes is one that is away. */
function asOutage(error: unknown): unknown {
  if (!isReadOnly(error)) return error;
  return Object.assign(new Error('The database takes no changes: it is no primary any more.', { cause: error }), { code: '57P03' });
}

/** Closes connections to a server that was the primary: the next one leads to the primary of then. */
export function leaveStandbys(pool: Pool): void {
  pool.on('release', (_error, client) => {
    // The pool takes none back that is ending.
    const connection = client as unknown as ServiceConnection;
    if (connection.isDemoted) void connection.end();
  });
}

type ServiceConnection = InstanceType<ReturnType<typeof clientClass>>;
