import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { type Sentence, say } from '../languages/sentence.ts';
import { isPublicAddress } from './address-reach.ts';
import { OutboundFault } from './outbound-fault.ts';
import type { ResolveHost } from './resolve-host.ts';

/**
 * The kind of target. `page`: any web page, without credentials: http and https, on the default ports. `server`: gets
 * confidential data, a platform for instance: encrypted, on any port.
 */
export type Destination = 'page' | 'server';

export interface PolicySettings {
  /**
   * Addresses of the operator's own network, from OUTBOUND_PRIVATE_ADDRESSES: these need be neither public nor
   * encrypted.
   */
  privateAddresses: readonly string[];
  /** The service's own host name. */
  ownHost: string;
  resolve: ResolveHost;
}

/** The only rule for outbound addresses: the public internet, and what the operator has allowed in addition. */
export interface AddressPolicy {
  /**
   * The IP addresses that may be connected to for a URL; no other way to its host exists. Names are resolved here,
   * once, so a second DNS response cannot differ. Throws OutboundFault if there is none.
   */
  addressesOf(url: Pick<URL, 'protocol' | 'hostname' | 'port'>, destination: Destination, signal: AbortSignal): Promise<string[]>;
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' };
const ENCRYPTED = ['https:', 'wss:'];

export function createAddressPolicy({ privateAddresses, ownHost, resolve }: PolicySettings): AddressPolicy {
  const listed = new Set(privateAddresses);
  return {
    async addressesOf({ protocol, hostname, port: written }, destination, signal) {
      const host = hostOf(hostname);
      const usualPort = DEFAULT_PORTS[protocol];
      const port = written || usualPort;
      if (!port) throw refusal(say`Only addresses that begin with https:// or http:// are called.`);
      // An operator's own name may be in /etc/hosts or known to the system resolver only.
      if (isListed(listed, host, port)) return isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
      if (host === ownHost) throw refusal(say`The address leads to this service itself.`);
      const isFormOpen = destination === 'server' ? ENCRYPTED.includes(protocol) : port === usualPort;
      const found = await addressesOfHost(host, resolve, signal);
      const open = found.filter((address) => isListed(listed, address, port) || (isFormOpen && isPublicAddress(address)));
      if (open.length > 0) return open;
      if (isFormOpen) throw refusal(say`${host} is not on the public internet.`);
      // The same for every such address, whatever is there.
      if (destination === 'server') throw refusal(say`The address of ${host} must begin with ${protocol.replace(':', 's:')}//.`);
      throw refusal(say`The address leads to port ${port}; only the usual web ports are opened.`);
    },
  };
}

/** Whether the operator has allowed the URL's host, a name or an IP address, and its port. Without a DNS lookup. */
export function isOpened(
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>,
  { privateAddresses }: Pick<PolicySettings, 'privateAddresses'>,
): boolean {
  return isListed(new Set(privateAddresses), hostOf(hostname), port || (DEFAULT_PORTS[protocol] ?? ''));
}

function isListed(listed: ReadonlySet<string>, host: string, port: string): boolean {
  const written = isIPv6(host) ? `[${host}]` : host;
  return listed.has(`${written}:${port}`) || listed.has(`${written}:*`);
}

/** The same message for an unknown name and a private one, to reveal nothing about the internal network. */
function refusal(words: Sentence): OutboundFault {
  return new OutboundFault('refused', words);
}

async function addressesOfHost(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<string[]> {
  if (isIP(host)) return [host];
  // "localhost", "intranet": a single label is a private name.
  return host.includes('.') ? resolve(host, signal) : [];
}

/** As the URL parser left it (numbers in any base are dotted by now), without brackets and the dot of the root. */
function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}
