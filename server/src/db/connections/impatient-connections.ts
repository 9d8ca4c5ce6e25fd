import type { Pool, PoolClient } from 'pg';
import { listenTo } from './listen-to.ts';

/** How often it is looked whether somebody has waited for too long, as a part of what is too long. */
const LOOKS = 8;

/**
 * Gives up connections whose server does not answer: its own time limits help only while it is there to keep them.
 * Whatever waits for the connection then fails as for any database that is gone, and the pool makes a new one. One timer for all: each
 * statement would have to set and clear its own.
 */
export function giveUpAfter(pool: Pool, milliseconds: number): void {
  const waiting = new Map<PoolClient, { asked: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [client, { asked, since }] of waiting) if (asked > 0 && now - since >= milliseconds) hangUp(client);
  };
  pool.on('connect', (client) => {
    const state = { asked: 0, since: 0 };
    const end = (): void => {
      state.asked -= 1;
      state.since = performance.now();
    };
    listenTo(client, {
      asked() {
        if (state.asked === 0) state.since = performance.now();
        state.asked += 1;
      },
      answered: end,
      failed: end,
    });
    waiting.set(client, state);
    timer ??= setInterval(look, milliseconds / LOOKS).unref();
  });
  pool.on('remove', (client) => {
    waiting.delete(client);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

/** A polite end would wait for the server as well. */
function hangUp(client: PoolClient): void {
  const { connection } = client as PoolClient & { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
