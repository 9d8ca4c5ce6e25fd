import type { Pool, PoolClient } from 'pg';
import { listenTo } from './listen-to.ts';

/**
 * Gives up connections whose server does not answer: its own time limits help only while it is there to keep them.
 * Whatever waits for the connection then fails as for any database that is gone, and the pool makes a new one.
 */
export function giveUpAfter(pool: Pool, milliseconds: number): void {
  pool.on('connect', (client) => {
    listenTo(client, (answer) => {
      const timer = setTimeout(() => hangUp(client), milliseconds);
      timer.unref();
      return answer.finally(() => clearTimeout(timer));
    });
  });
}

/** A polite end would wait for the server as well. */
function hangUp(client: PoolClient): void {
  const { connection } = client as PoolClient & { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
