import { isIP } from 'node:net';
import { type AddressReach, addressReach } from '../../outbound/address-policy.ts';

/** Suffixes that resolve only in private networks (RFC 6762, RFC 8375, and ICANN's reservation of .internal). */
const PRIVATE_ENDINGS = ['.local', '.internal', '.home.arpa', '.lan', '.home', '.corp', '.intranet', '.private', '.localdomain'];

/** Public services that resolve to the address in the name: "10-0-0-1.nip.io". */
const ADDRESS_IN_NAME = /^(?:.*[.-])?(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|sslip|xip)\.io$/;

/**
 * How far a parsed URL's host can be reached, judged by its name or address alone. The URL parser has normalised
 * every spelling of an IPv4 address (octal, hexadecimal, one number).
 */
export function hostReach(hostname: string): AddressReach {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(ADDRESS_IN_NAME, (_, address) => address.replaceAll('-', '.'));
  if (isIP(host)) return addressReach(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'own_machine';
  return host !== '' && (!host.includes('.') || PRIVATE_ENDINGS.some((ending) => host.endsWith(ending))) ? 'private' : 'public';
}
