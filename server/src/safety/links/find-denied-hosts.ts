import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { SafetyPost, TextFinding } from '../safety-finding.ts';
import { findHosts, findUrls } from './find-urls.ts';

/** Longer names cannot exist (RFC 1035). */
const LONGEST_HOST = 254;

interface Place {
  host: string;
  start: number;
  end: number;
}

/**
 * Hosts that the workspace never links to, including subdomains, anywhere in the text: with a scheme or
 * without.
 */
export function findDeniedHosts(text: string, hosts: readonly string[]): TextFinding[] {
  if (hosts.length === 0) return [];
  const named = findHosts(text);
  // Spellings that only a URL parser resolves: "https://ev%69l.example", "http://3405803785".
  const addressed = findUrls(text).flatMap(({ url, start, end }) => {
    const isNamed = named.some((place) => place.start >= start && place.end <= end && canonicalHost(place.host) === url.hostname);
    return isNamed ? [] : { host: url.hostname, start, end };
  });
  return judge([...named, ...addressed], hosts);
}

/** As above for the targets of the network's links. */
export function findDeniedLinks(links: NonNullable<SafetyPost['links']>, hosts: readonly string[]): TextFinding[] {
  if (hosts.length === 0) return [];
  const places = links.flatMap(({ target, start, end }) => ({ host: URL.parse(target)?.hostname ?? '', start, end }));
  return judge(places, hosts);
}

function judge(places: readonly Place[], hosts: readonly string[]): TextFinding[] {
  const denied = new Set(hosts.map(canonicalHost));
  return places.flatMap(({ host: written, start, end }): TextFinding[] => {
    const host = deniedPart(canonicalHost(written), denied);
    if (host === null) return [];
    const words = say`This workspace does not link to ${host}. Use another address.`;
    return [{ check: 'denied_host', severity: 'block', ...toStoredMessage(words), span: { start, end } }];
  });
}

function deniedPart(host: string, denied: ReadonlySet<string>): string | null {
  const labels = host.slice(-LONGEST_HOST).replace(/\.$/, '').split('.');
  for (let first = 0; first < labels.length; first += 1) {
    const part = labels.slice(first).join('.');
    if (denied.has(part)) return part;
  }
  return null;
}

/** In the normalised form: "MÜNCHEN.example" is "xn--mnchen-3ya.example". */
function canonicalHost(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase();
}
