import type { Pool, PoolClient } from 'pg';

/** By then whoever held the connection has given it back, if they ever will. */
const GRACE_MS = 1_000;

/**
 * Gives connections back to the pool that ended while a transaction held them. Kysely (0.29) frees a
 * transaction's connection only after a commit or roll-back that succeeded, and on a connection that
 * is gone neither does: without this every break of the line would cost one of the pool's places for
 * ever, and after a few the service would wait for connections that never come. Nor does it free one that it got only
 * after it was closed, and the pool would never end.
 */
export function releaseLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  const giveBackSoon = (client: PoolClient): void => {
    setTimeout(() => {
      if (held.has(client)) client.release(true);
    }, GRACE_MS).unref();
  };
  pool.on('acquire', (client) => {
    held.add(client);
    if (pool.ending) giveBackSoon(client);
  });
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => giveBackSoon(client));
  });
}
