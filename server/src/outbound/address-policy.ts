import { lookup, Resolver } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Sentence, say } from '../languages/sentence.ts';
import { OutboundFault } from './outbound-fault.ts';

/** From where an address can be reached: everywhere, its own network only, or its own machine only. */
export type AddressReach = 'public' | 'private' | 'own_machine';

/** The part of IPv6 allocated for the public internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public addresses of cloud metadata services, which return credentials. Azure's WireServer is the only one: AWS and
 * Google use the link and fd00::/8, Alibaba 100.64.0.0/10, Oracle 192.0.0.0/24, and none of these is unicast.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const CLOUD_METADATA = new Set(['168.63.129.16']);

/**
 * How far an IP address can be reached. Public is an allow list: neither what the library does not call plain
 * unicast, nor IPv6 outside of 2000::/3, where the deprecated IPv4-compatible form (::127.0.0.1) and unallocated
 * blocks would pass. IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo) is never public. Anything but an IP address
 * counts as private.
 */
export function addressReach(address: string): AddressReach {
  // The library also accepts octal, hexadecimal and short forms, which are never connected to.
  if (isIP(address) === 0) return 'private';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback' || range === 'unspecified') return 'own_machine';
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.isIPv4MappedAddress()) return addressReach(parsed.toIPv4Address().toString()) === 'own_machine' ? 'own_machine' : 'private';
    return range === 'unicast' && parsed.match(GLOBAL_UNICAST) ? 'public' : 'private';
  }
  return range === 'unicast' && !CLOUD_METADATA.has(parsed.toString()) ? 'public' : 'private';
}

export function isPublicAddress(address: string): boolean {
  return addressReach(address) === 'public';
}

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

/** The addresses of a name, as text; throws if there are none. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

const TRY_MS = 1_500;

/** The response that there is no such name, or that it has no address. */
const isNoName = (reason: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(String((reason as { code?: unknown } | null)?.code));

/**
 * Queries DNS directly: the system resolver would also read /etc/hosts, and a deliberately slow name server would
 * block its few threads, which files and images need too.
 */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // A name server that fails says nothing about the name.
    const failed = answers.find((answer) => answer.status === 'rejected' && !isNoName(answer.reason));
    if (found.length === 0 && failed) throw new OutboundFault('unsent', say`The name ${hostname} could not be looked up.`);
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
