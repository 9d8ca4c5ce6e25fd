import { isLoopback, isSafeAddress } from '../safe-address.ts';

const REQUEST_TIMEOUT_MS = 20_000;
const LARGEST_ANSWER_BYTES = 1_048_576;

/**
 * `fetch` for a server that somebody else runs: it never follows a redirect, which could carry the
 * password elsewhere, never waits or reads for ever, and takes a refusal as an answer only where it
 * is one of the AT Protocol and not the error page of something in between.
 */
export function createBoundedFetch(service: URL, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    assertAllowed(url, service);
    const own = input instanceof Request ? [input.signal] : [];
    const limit = AbortSignal.any([signal, ...own, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const response = await fetch(input, { ...init, redirect: 'error', signal: limit });
    const body = await readBody(response);
    if (!response.ok && !isProtocolError(body)) throw new Error(`${url.host} answered with status ${response.status} and no reason.`);
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}

/** The server names the host that the account lives on; it must not point us into our own network. */
export function assertAllowed(url: URL, service: URL): void {
  if (!isSafeAddress(url) || (isLoopback(url) && !isLoopback(service))) throw new Error(`The address ${url.origin} is not allowed.`);
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error('The answer is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isProtocolError(body: Uint8Array): boolean {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string';
  } catch {
    return false;
  }
}
