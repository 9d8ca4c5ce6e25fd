import { isIP } from 'node:net';
import { type AddressReach, addressReach } from '../../outbound/address-policy.ts';

const URL_SHAPE = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`{}|\\^]+/giu;

export interface WrittenUrl {
  url: URL;
  start: number;
  end: number;
}

/** Every address with its scheme, as written. */
export function findUrls(text: string): WrittenUrl[] {
  return [...text.matchAll(URL_SHAPE)].flatMap((match) => {
    const written = withoutTrailingPunctuation(match[0]);
    // A zone ("%25eth0") belongs to one machine; URL parsers refuse it.
    const url = URL.parse(written.replace(/%25\w+(?=\])/, ''));
    return url ? { url, start: match.index, end: match.index + written.length } : [];
  });
}

/** A sentence may end right after a link; a closing bracket belongs to the link only if the link opened it. */
function withoutTrailingPunctuation(link: string): string {
  const excess = { ')': countOf(link, ')') - countOf(link, '('), ']': countOf(link, ']') - countOf(link, '[') };
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link[end - 1] ?? '';
    if ((last === ')' || last === ']') && excess[last] > 0) excess[last] -= 1;
    else if (!'.,;:!?…*_'.includes(last)) break;
  }
  return link.slice(0, end);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The characters that browsers accept as the dot in a host. */
const DOT = '[.\\u2024\\u3002\\uff0e\\uff61]';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}])?\\p{M}*';
/** Anything that looks like a host, in a link or on its own: some networks link both. */
const HOST = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}-]|${DOT})${LABEL}(?:${DOT}${LABEL}){1,126}`, 'gu');

interface WrittenHost {
  /** With plain dots. */
  host: string;
  start: number;
  end: number;
}

/** Every host in a text, as written. Linear time. */
export function findHosts(text: string): WrittenHost[] {
  return [...text.matchAll(HOST)].map(({ 0: written, index }) => ({
    host: written.replace(DOTS, '.'),
    start: index,
    end: index + written.length,
  }));
}

const DOTS = new RegExp(DOT, 'gu');

/** Suffixes that resolve only in private networks (RFC 6762, RFC 8375, and ICANN's reservation of .internal). */
const PRIVATE_ENDINGS = ['.local', '.internal', '.home.arpa', '.lan', '.home', '.corp', '.intranet', '.private', '.localdomain'];

/** Public services that resolve to the address in the name: "10-0-0-1.nip.io". */
const ADDRESS_IN_NAME = /^(?:.*[.-])?(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|sslip|xip)\.io$/;

/**
 * Whether a parsed URL's host is private or public, by its name or address only. The URL parser has
 * normalised every spelling of an IPv4 address (octal, hexadecimal, one number).
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

/** Second levels under which names are registered: "co.uk", "com.br", "gob.es". */
const SECOND_LEVEL = /^(?:com?|org|net|gov|gob|gouv|gv|ac|edu|or|ne|go|ltd|plc|nom|ind)$/;

/** The index of the registered name: "example" in "www.example.co.uk". */
export function ownNameIn(labels: readonly string[]): number {
  const isTwofold = labels.length > 2 && labels.at(-1)?.length === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '');
  return Math.max(0, labels.length - (isTwofold ? 3 : 2));
}

/** The registered part of a host: "example.co.uk". */
export function siteOf(host: string): string {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.slice(ownNameIn(labels)).join('.');
}
