import type { Actor } from '../../access/actor.ts';
import { createOpenLimit } from '../../long-work/concurrency-limit.ts';
import type { HttpServer } from './http-server.ts';

/** Of each grant, each account and the process. */
const MOST_OF_ONE = 20;
const MOST_OF_ACCOUNT = 400;
const MOST_OF_ALL = 2_000;
const RETRY_AFTER_SECONDS = 5;
/** The longest wait of one request. */
export const WAIT_SECONDS = 30;

declare module 'fastify' {
  interface FastifyInstance {
    waiting: Waiting;
  }
}

/** Long-polling requests and streams: limited in number, and closed with the server. */
export interface Waiting {
  /** Admits one; throws `rate_limited` beyond the limit. `signal` is aborted when the server closes. */
  enter(actor: Actor & { kind: 'agent' }): { signal: AbortSignal; leave(): void };
}

export function addLongPolling(app: HttpServer): void {
  const closing = new AbortController();
  const places = createOpenLimit(RETRY_AFTER_SECONDS);
  // Before the server waits for its connections: these would otherwise end only at their timeout.
  app.addHook('preClose', async () => closing.abort());
  app.decorate('waiting', {
    enter({ grantId, accountId }) {
      const leave = places.enter([
        { of: grantId, most: MOST_OF_ONE, message: `${MOST_OF_ONE} requests of this key wait already; let one end.` },
        { of: accountId, most: MOST_OF_ACCOUNT, message: `${MOST_OF_ACCOUNT} requests of this account wait already; let one end.` },
        { of: 'all', most: MOST_OF_ALL, message: 'Too many requests wait here.' },
      ]);
      return { signal: closing.signal, leave };
    },
  });
}
