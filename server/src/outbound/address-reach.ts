import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
