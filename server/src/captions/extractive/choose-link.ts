import { findFacets } from '../../platforms/facets.ts';
import type { Source } from './read-source.ts';

const CALL =
  /\b(?:read|more|learn|download|get|try|join|sign up|register|docs?|documentation|website|home ?page|full|details|announcement|release notes|blog|watch|book|tickets?|order|apply|mehr|weiter|lesen|suite|leer|más)\b/i;
const SIDE_PATH =
  /\/(?:pull|issues?|commit|compare|actions|blob|tree|graphs|stargazers|licen[cs]e)\b|\/(?:license|contributing|security|code_of_conduct)(?:\.md)?$/i;
const ORNAMENT = /shields\.io|badge|codecov|coveralls|travis-ci|circleci|\.(?:svg|png|jpe?g|gif|webp)(?:\?|$)/i;
const PROFILE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|twitter\.com|x\.com|linkedin\.com\/in|facebook\.com|instagram\.com|bsky\.app\/profile)\/[^/]+\/?$/i;
const HOME_ONLY = /^https?:\/\/(?:[^./]+(?:[:/]|$)|127\.|0\.0\.0\.0|10\.|192\.168\.|[^/]*\.(?:local|internal|test|invalid)(?:[:/]|$))/i;

/** A wrong link is worse than none. */
const WORTH_IT = 0.8;
const MOST_LINKS = 300;
const READ_UNITS = 400;

/** The link that a reader of the source would be sent to; null when there is none worth it. */
export function chooseLink(source: Source): string | null {
  const candidates = [...source.links.map(({ url, words, block }) => ({ url, context: words, block })), ...bareLinks(source)].slice(
    0,
    MOST_LINKS,
  );
  const hosts = countHosts(candidates.map(({ url }) => url));
  const scores = new Map<string, number>();
  for (const [index, { url, context, block }] of candidates.entries()) {
    if (!isWholeLink(url) || HOME_ONLY.test(url)) continue;
    // The site that is named again and again is the source's own; of its pages, the nearest to the front door.
    const { host, pathname, search, hash } = new URL(url);
    let score = 2 / (index + 2) + (block <= 2 ? 0.5 : 0) + Math.min(1, Math.log2(hosts.get(host) ?? 1) * 0.3);
    if (CALL.test(context)) score += 1.2;
    if (context.trim() === url) score += 1;
    score += pathname === '/' && !search && !hash ? 0.8 : -0.15 * Math.min(4, pathname.split('/').length - 1);
    if (hash) score -= 0.6;
    if (SIDE_PATH.test(url)) score -= 1.5;
    if (PROFILE.test(url) || pathname.startsWith('/~')) score -= 1.2;
    if (!context.trim()) score -= 0.8;
    if (ORNAMENT.test(url)) score -= 3;
    scores.set(url, Math.max(score, scores.get(url) ?? Number.NEGATIVE_INFINITY));
  }
  const [best] = [...scores].sort(([, a], [, b]) => b - a);
  return best && best[1] >= WORTH_IT ? best[0] : null;
}

function countHosts(urls: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const host = URL.canParse(url) ? new URL(url).host : '';
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

/** Addresses that stand in the text as they are, each with the sentence around it. */
function bareLinks(source: Source): { url: string; context: string; block: number }[] {
  return source.units.slice(0, READ_UNITS).flatMap(({ text, block }) =>
    text.includes('http')
      ? findFacets(text)
          .filter((facet) => facet.kind === 'link')
          .map(({ start, end }) => ({ url: text.slice(start, end), context: text, block }))
      : [],
  );
}

/** Whether all of it is clickable when it stands by itself. */
export function isWholeLink(url: string): boolean {
  const [facet] = findFacets(url);
  return facet?.kind === 'link' && facet.start === 0 && facet.end === url.length;
}
