import type { Pool, PoolClient } from 'pg';

/**
 * By then its holder has released the connection, if it ever will: on a busy machine that takes seconds. Releasing it
 * first would replace the holder's error, after which a request is tried again, by one of the pool.
 */
const GRACE_MS = 5_000;
/** A pool that ends is waited for. */
const GRACE_OF_END_MS = 1_000;

/**
 * Returns connections to the pool that ended while a transaction held them. Kysely (0.29) releases a transaction's
 * connection only after a successful commit or rollback, and on a lost connection neither succeeds: without this
 * every connection loss would cost a slot of the pool permanently, and after a few the service would wait for
 * connections that never come. Nor does it release one that it got only after closing, and the pool would never end.
 */
export function releaseLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  const giveBackSoon = (client: PoolClient, graceMs: number): void => {
    setTimeout(() => {
      if (held.has(client)) client.release(true);
    }, graceMs).unref();
  };
  pool.on('acquire', (client) => {
    held.add(client);
    if (pool.ending) giveBackSoon(client, GRACE_OF_END_MS);
  });
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => giveBackSoon(client, pool.ending ? GRACE_OF_END_MS : GRACE_MS));
  });
}
