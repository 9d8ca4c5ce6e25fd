/**
 * A `fetch` for addresses from the operator's settings. These are trusted wherever they lead: the language model's
 * URL, the media bucket, Stripe, the mail server, the database. They cannot be chosen by others, so the address
 * policy does not apply. Responses are bounded all the same: redirects are errors, so a key is never sent elsewhere,
 * and so is a response longer than `maxBytes`.
 */
export function createOperatorFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    return new Response(response.body?.pipeThrough(limitBytes(maxBytes)) ?? null, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

/** Stops calling a service that keeps failing. */
interface CircuitBreaker {
  /** Whether a call may be made; after a pause, one is let through as a test. */
  isClosed(): boolean;
  /** As above, without using up the test. */
  mayBeClosed(): boolean;
  /** Whether the last call failed. */
  hasFailed(): boolean;
  succeeded(): void;
  /** `pauseMs`: how long the service asks to be left alone. */
  failed(pauseMs?: number): void;
}

const FAILURES = 3;
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Opens after three failures in a row, for a minute or as long as the service asks, at most ten. Per process. */
export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    isClosed() {
      if (Date.now() < openUntil) return false;
      // While its test runs, others are not let through.
      if (failures >= FAILURES) openUntil = Date.now() + PAUSE_MS;
      return true;
    },
    mayBeClosed: () => Date.now() >= openUntil,
    hasFailed: () => failures > 0,
    succeeded() {
      failures = 0;
      openUntil = 0;
    },
    failed(pauseMs = 0) {
      failures += 1;
      const pause = Math.min(LONGEST_PAUSE_MS, Math.max(pauseMs, failures >= FAILURES ? PAUSE_MS : 0));
      if (pause > 0) openUntil = Math.max(openUntil, Date.now() + pause);
    },
  };
}
