import { isIPv6, type LookupFunction } from 'node:net';
import type { RequestInit, Response, Agent as UndiciAgent } from 'undici';
import type { AddressPolicy, Destination } from './address-policy.ts';

/** A `fetch` whose connections only go to addresses that the policy has checked. */
export type GuardedFetch = (url: URL, init: RequestInit) => Promise<Response>;

const LOOK_UP_MS = 5_000;
const CONNECT_MS = 10_000;
/** From the last part of the request that was taken to the first byte of the response, and between two chunks of it. */
const SILENCE_MS = 60_000;

/**
 * These share connections that are kept open. What changes something gets a connection of its own: a kept one that the
 * other side closes at that moment leaves it unknown whether the request was received.
 */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Loaded at the first call: most commands make none. */
export async function openGuardedFetch(policy: AddressPolicy, destination: Destination): Promise<GuardedFetch> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const options: UndiciAgent.Options = {
    allowH2: false,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    connect(options, callback) {
      const { protocol, hostname, port } = options;
      policy
        .addressesOf({ protocol, hostname, port }, destination, AbortSignal.timeout(LOOK_UP_MS))
        .then((addresses) => buildConnector({ allowH2: false, timeout: CONNECT_MS, lookup: pinTo(addresses) })(options, callback))
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null));
    },
  };
  const kept = new Agent(options);
  const own = new Agent({ ...options, pipelining: 0 });
  return (url, init) => fetch(url, { ...init, dispatcher: init.method === undefined || READING.has(init.method) ? kept : own });
}

/** Replaces the DNS lookup by the checked addresses. Node.js calls it for names only, never for addresses. */
export function pinTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    const [first] = known;
    if (all) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}
