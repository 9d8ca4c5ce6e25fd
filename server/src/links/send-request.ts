import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { LinkFault } from './link-fault.ts';

interface Sending {
  /** The only ones that are connected to. */
  addresses: readonly string[];
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** One GET to one of these addresses, on a connection of its own; the answer's head, its body still to be read. */
export async function sendRequest(url: URL, { addresses, headers, signal }: Sending): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = Promise.withResolvers<IncomingMessage>();
  const options = { agent: false, lookup: pinTo(addresses), signal, headers: { ...headers, 'accept-encoding': 'gzip, br' } };
  const request = send(url, options, answer.resolve);
  request.on('error', answer.reject);
  request.end();
  try {
    return await answer.promise;
  } catch (error) {
    signal.throwIfAborted();
    throw new LinkFault(`The site could not be reached (${codeOf(error)}).`);
  }
}

/** In place of a look-up: what was checked. Node asks it for a name only, never for an address. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    const [first] = known;
    if (all) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}
