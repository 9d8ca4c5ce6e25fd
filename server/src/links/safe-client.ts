import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { LinkFault } from './link-fault.ts';
import { isPublicAddress } from './public-address.ts';
import { readBody } from './read-body.ts';
import type { ResolveHost } from './resolve-host.ts';
import { sendRequest } from './send-request.ts';

/** What a client may open beside the public internet, and what not even there. */
export interface Reach {
  resolve: ResolveHost;
  /** Of the operator's own network, as `10.0.0.7:80` or `[fd00::7]:443`: the only ones that need not be public. */
  privateAddresses: readonly string[];
  /** The service's own host name. */
  ownHost: string;
  userAgent: string;
}

export interface Wanted {
  /** Content types, without parameters. */
  types: readonly string[];
  accept: string;
  /** In bytes, after decompression. */
  mostBytes: number;
  /** Whether the beginning of something larger will do. */
  mayCut: boolean;
}

export interface Fetched {
  bytes: Buffer;
  /** Where it was found in the end. */
  url: URL;
  contentType: string;
}

const MOST_HOPS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const SCHEMES = ['http:', 'https:'];

/**
 * Gets something public. Nothing of what it is given is trusted: each hop's address is looked up
 * once, checked, and exactly that one is connected to, so that a name server cannot answer otherwise
 * the second time; no cookies, no credentials, only web ports. Throws LinkFault, or whatever the
 * signal's reason is.
 */
export async function fetchPublic(link: string, wanted: Wanted, reach: Reach, signal: AbortSignal): Promise<Fetched> {
  let url = readUrl(link);
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const response = await openHop(url, wanted, reach, signal);
    const next = redirectOf(response, url);
    if (!next) return { url, ...(await readAnswer(response, wanted, signal)) };
    response.destroy();
    url = next;
  }
  throw new LinkFault('The page leads from one address to the next without end.');
}

async function openHop(url: URL, { accept }: Wanted, reach: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(url, reach, signal);
  return sendRequest(url, { addresses, headers: { accept, 'user-agent': reach.userAgent }, signal });
}

/** The addresses that may be connected to; every other way to the host is closed. */
async function checkedAddresses(url: URL, { privateAddresses, ownHost, resolve }: Reach, signal: AbortSignal): Promise<string[]> {
  if (!SCHEMES.includes(url.protocol)) throw new LinkFault('The page leads to something that is no web page.');
  if (url.username || url.password) throw new LinkFault('The link carries a user name or password.');
  const host = hostOf(url);
  if (host === ownHost) throw new LinkFault('The link leads to this service itself.');
  const isListed = (address: string) => privateAddresses.includes(`${isIPv6(address) ? `[${address}]` : address}:${portOf(url)}`);
  const isOpen = (address: string) => isListed(address) || (url.port === '' && isPublicAddress(address));
  const open = (await addressesOf(host, resolve, signal)).filter(isOpen);
  if (open.length > 0) return open;
  if (url.port !== '') throw new LinkFault(`The link leads to port ${url.port}; only the usual web ports are opened.`);
  // The same words whether there is no such name or a private one: what is inside is nobody's business.
  throw new LinkFault(`${host} is not on the public internet.`);
}

async function addressesOf(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<string[]> {
  if (isIP(host)) return [host];
  // "localhost", "intranet": a name of one label is somebody's own.
  return host.includes('.') ? resolve(host, signal) : [];
}

/** As the parser left it (numbers in any base are dotted by now), without brackets and the dot of the root. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  return REDIRECTS.includes(statusCode) && headers.location ? readUrl(headers.location, from) : null;
}

function readUrl(link: string, base?: URL): URL {
  if (!URL.parse(link, base?.href)) throw new LinkFault('The page leads to something that is no address.');
  return new URL(link, base?.href);
}

async function readAnswer(response: IncomingMessage, wanted: Wanted, signal: AbortSignal): Promise<Omit<Fetched, 'url'>> {
  const contentType = response.headers['content-type'] ?? '';
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  try {
    if (response.statusCode !== 200) throw new LinkFault(`The page answered ${response.statusCode}.`);
    if (!wanted.types.includes(type.trim())) throw new LinkFault(`The link leads to ${typeWords(type)} and not to a page.`);
    return { contentType, bytes: await readBody(response, wanted, signal) };
  } finally {
    response.destroy();
  }
}

/** The server's own words, so no more of them than a type has. */
function typeWords(type: string): string {
  const [known] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.exec(type.trim()) ?? [];
  return known ?? 'something without a type';
}
