import { isIPv6, type LookupFunction } from 'node:net';
import type { RequestInit, Response } from 'undici';
import type { AddressPolicy, Destination } from './address-policy.ts';

/** A `fetch` whose connections only go to addresses that the policy has checked. */
export type GuardedFetch = (url: URL, init: RequestInit) => Promise<Response>;

const LOOK_UP_MS = 5_000;
const CONNECT_MS = 10_000;
/** From the last part of the request that was taken to the first byte of the response, and between two chunks of it. */
const SILENCE_MS = 60_000;

/** Loaded at the first call: most commands make none. */
export async function openGuardedFetch(policy: AddressPolicy, destination: Destination): Promise<GuardedFetch> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const dispatcher = new Agent({
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
  });
  return (url, init) => fetch(url, { ...init, dispatcher });
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
