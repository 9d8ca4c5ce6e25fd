import { hostReach } from './host-reach.ts';
import type { TextFinding } from './safety-finding.ts';

const URL_SHAPE = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`{}|\\^]+/giu;

/** An address with a port or a name inside a network, without "http://" before it: some networks make a link of it, and all of them show it. */
const BARE =
  /(?<![\p{L}\p{N}./:@_-])(?:(?:\d{1,3}\.){3}\d{1,3}(?=:\d{2,5})|[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:internal|local|lan|corp|intranet|home\.arpa)(?![\p{L}\p{N}.-]))/giu;

/** Links that lead into somebody's own network or carry a password. Names are judged as written; nothing is looked up. */
export function findRiskyLinks(text: string): TextFinding[] {
  const links = [...text.matchAll(URL_SHAPE)].flatMap((match) => {
    const written = withoutTrailingPunctuation(match[0]);
    // A zone ("%25eth0") belongs to one machine; no parser takes it for an address.
    const parsed = written.replace(/%25\w+(?=\])/, '');
    const url = URL.parse(parsed);
    return url ? judge(url, { start: match.index, end: match.index + written.length }) : [];
  });
  return [
    ...links,
    ...[...text.matchAll(BARE)].flatMap(({ 0: host, index }) => judgeBare(host, { start: index, end: index + host.length })),
  ];
}

function judgeBare(host: string, span: { start: number; end: number }): TextFinding[] {
  if (hostReach(host) !== 'private') return [];
  const message = `${host} is inside somebody's own network. Leave it out: it tells others what is there.`;
  return [{ check: 'private_link', severity: 'warn', message, span }];
}

function judge(url: URL, span: { start: number; end: number }): TextFinding[] {
  const findings: TextFinding[] = [];
  const isWeb = ['http:', 'https:'].includes(url.protocol);
  if (url.password || (isWeb && url.username)) {
    findings.push({
      check: 'link_with_password',
      severity: 'block',
      message: 'This link carries a user name or password. Take it out of the link, and change the password.',
      span,
    });
  }
  const reach = hostReach(url.hostname);
  if (reach === 'private') {
    findings.push({
      check: 'private_link',
      severity: 'block',
      message: `This link leads to ${url.hostname}, a private address that readers cannot open. Use a public one.`,
      span,
    });
  }
  if (reach === 'own_machine') {
    // It gives nothing away, and instructions for developers are full of it.
    findings.push({
      check: 'private_link',
      severity: 'warn',
      message: `This link leads to ${url.hostname}, which is the reader's own machine.`,
      span,
    });
  }
  return findings;
}

/** The sentence around a link may end right after it; a closing bracket is the link's own only where the link opened it. */
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
