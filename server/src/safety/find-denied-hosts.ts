import { findHosts } from './find-hosts.ts';
import type { TextFinding } from './safety-finding.ts';

/** Hosts that the workspace never links to, with everything below them. */
export function findDeniedHosts(text: string, hosts: readonly string[]): TextFinding[] {
  if (hosts.length === 0) return [];
  const denied = new Set(hosts.map(canonicalHost));
  return findHosts(text).flatMap(({ written, start, end }): TextFinding[] => {
    const host = deniedPart(canonicalHost(written), denied);
    if (host === null) return [];
    return [
      {
        check: 'denied_host',
        severity: 'block',
        message: `This workspace does not link to ${host}. Use another address.`,
        span: { start, end },
      },
    ];
  });
}

function deniedPart(host: string, denied: ReadonlySet<string>): string | null {
  const labels = host.split('.');
  for (let first = 0; first < labels.length; first += 1) {
    const part = labels.slice(first).join('.');
    if (denied.has(part)) return part;
  }
  return null;
}

/** As the network writes it, so that "MÜNCHEN.example" is "xn--mnchen-3ya.example". */
function canonicalHost(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase();
}
