import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { HttpServer } from '../../http/engine/http-server.ts';

export type Send = (request: InjectOptions) => Promise<LightMyRequestResponse>;

/** So often is a service asked that has too much to do. */
const TRIES = 30;

/**
 * Repeats a request while the response says busy, after the time in Retry-After; calls `onBusy` each time. Returns
 * the last response in any case.
 */
export function untilDone(app: Pick<HttpServer, 'inject'>, onBusy: () => void): Send {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const response = await app.inject(request);
      const seconds = secondsUntilDone(response);
      if (seconds === null || tries === TRIES) return response;
      onBusy();
      await wait(seconds * 1_000);
    }
  };
}

/** Of a 503, or of the same as a tool or GraphQL says it; null for every other answer, and for one that does not say when. */
function secondsUntilDone({ statusCode, headers, body }: LightMyRequestResponse): number | null {
  const said =
    statusCode === 503 ? headers['retry-after'] : /\\?"status\\?":503\b/.test(body) && /retry_after_seconds\\?":(\d+)/.exec(body)?.[1];
  return /^[1-9]\d*$/.test(String(said)) ? Number(said) : null;
}
