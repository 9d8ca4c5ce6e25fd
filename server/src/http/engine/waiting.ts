import type { Actor } from '../../access/actor.ts';
import { DomainError } from '../../errors.ts';
import type { HttpServer } from './http-server.ts';

/** Per grant and per process; each costs a socket. */
const MOST_OF_ONE = 20;
const MOST_OF_ALL = 2_000;
const RETRY_AFTER_SECONDS = 5;

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
  const open = new Map<string, number>();
  let all = 0;
  // Before the server waits for its connections: these would otherwise end only at their timeout.
  app.addHook('preClose', async () => closing.abort());
  app.decorate('waiting', {
    enter({ grantId }) {
      const own = open.get(grantId) ?? 0;
      if (own >= MOST_OF_ONE || all >= MOST_OF_ALL) {
        const message = own >= MOST_OF_ONE ? `${own} requests of this key wait already; let one end.` : 'Too many requests wait here.';
        throw new DomainError('rate_limited', { message, details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
      }
      open.set(grantId, own + 1);
      all += 1;
      return {
        signal: closing.signal,
        leave() {
          all -= 1;
          if ((open.get(grantId) ?? 1) > 1) open.set(grantId, (open.get(grantId) ?? 1) - 1);
          else open.delete(grantId);
        },
      };
    },
  });
}
