import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { HttpServer } from '../../http/engine/http-server.ts';

export type Send = (request: InjectOptions) => Promise<LightMyRequestResponse>;

/** The maximum number of attempts at a busy service. */
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

/** The seconds of a 503, or of its equivalent of a tool or GraphQL; null for other responses, and without seconds. */
function secondsUntilDone({ statusCode, headers, body }: LightMyRequestResponse): number | null {
  const said =
    statusCode === 503 ? headers['retry-after'] : /\\?"status\\?":503\b/.test(body) && /retry_after_seconds\\?":(\d+)/.exec(body)?.[1];
  return /^[1-9]\d*$/.test(String(said)) ? Number(said) : null;
}
