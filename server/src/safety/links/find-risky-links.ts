import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findConnectionPasswords, findLinkParameters, isPlaceholderAddress } from './find-link-credentials.ts';
import { findUrls, type WrittenUrl } from './find-urls.ts';
import { hostReach } from './host-reach.ts';

/** An address with a port or an internal name, without "http://": some networks link it, and all of them show it. */
const BARE =
  /(?<![\p{L}\p{N}./:@_-])(?:(?:\d{1,3}\.){3}\d{1,3}(?=:\d{2,5})|[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:internal|local|lan|corp|intranet|home\.arpa)(?![\p{L}\p{N}.-]))/giu;

/** Links into private networks or with a password. Judged as written; nothing is resolved. */
export function findRiskyLinks(text: string): TextFinding[] {
  return [
    ...findConnectionPasswords(text),
    ...findUrls(text).flatMap((link) => [...findLinkParameters(link), ...(isPlaceholderAddress(link) ? [] : judge(link.url, link))]),
    ...[...text.matchAll(BARE)].flatMap(({ 0: host, index }) => judgeBare(host, { start: index, end: index + host.length })),
  ];
}

function judgeBare(host: string, span: { start: number; end: number }): TextFinding[] {
  if (hostReach(host) !== 'private') return [];
  const words = say`${host} is a private network address. Remove it: it reveals internal systems.`;
  return [{ check: 'private_link', severity: 'warn', ...keepWords(words), span }];
}

function judge(url: URL, { start, end }: WrittenUrl): TextFinding[] {
  const span = { start, end };
  const findings: TextFinding[] = [];
  const reach = hostReach(url.hostname);
  if (reach === 'private') {
    findings.push({
      check: 'private_link',
      severity: 'block',
      ...keepWords(say`This link leads to ${url.hostname}, a private address that readers cannot open. Use a public one.`),
      span,
    });
  }
  if (reach === 'own_machine') {
    // It discloses nothing, and developer documentation is full of it.
    findings.push({
      check: 'private_link',
      severity: 'warn',
      ...keepWords(say`This link leads to ${url.hostname}, which is the reader's own machine.`),
      span,
    });
  }
  return findings;
}
