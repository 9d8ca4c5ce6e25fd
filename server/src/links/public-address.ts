import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The whole of IPv6 that is given out for the public internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. An allow list: what the library does not call
 * plain unicast is refused, and so is IPv6 outside of 2000::/3, where it would let the deprecated
 * IPv4-compatible form (::127.0.0.1) and blocks that nobody owns yet pass. IPv4 inside IPv6 (mapped,
 * NAT64, 6to4, Teredo) is refused whatever it holds.
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads octal, hexadecimal and short forms; what is connected to is none of these.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}
