import { findFacets } from '../../../platforms/text/facets.ts';
import type { Source } from '../reading/read-source.ts';

const CALL =
  /\b(?:read|more|learn|download|get|try|join|sign up|register|docs?|documentation|website|home ?page|full|details|announcement|release notes|blog|watch|book|tickets?|order|apply|guide|transcript|demo|start|mehr|programa|katalog|programme|weiter|lesen|suite|leer|más)\b/i;
const SIDE_PATH =
  /\/(?:pull|issues?|commit|compare|actions|blob|tree|graphs|stargazers|licen[cs]e)(?:[/?#]|$)|\/(?:license|contributing|security|code_of_conduct)(?:\.md)?$/i;
const HOUSEKEEPING = /unsubscribe|newsletter|privacy|cookies?\b|terms\b|login|sign-?in|preferences|keepachangelog|semver\.org/i;
const ORNAMENT = /shields\.io|badge|codecov|coveralls|travis-ci|circleci|\.(?:svg|png|jpe?g|gif|webp)(?:\?|$)/i;
const PROFILE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|twitter\.com|x\.com|linkedin\.com\/in|facebook\.com|instagram\.com|bsky\.app\/profile)\/[^/]+\/?$/i;
const HOME_ONLY = /^https?:\/\/(?:[^./]+(?:[:/]|$)|127\.|0\.0\.0\.0|10\.|192\.168\.|[^/]*\.(?:local|internal|test|invalid)(?:[:/]|$))/i;

interface Candidate {
  url: string;
  context: string;
  block: number;
  isAside: boolean;
  isListed: boolean;
}

/** A wrong link is worse than none. */
const WORTH_IT = 0.8;
const MOST_LINKS = 300;
const READ_UNITS = 400;

/** The link that a reader of the source would be sent to; null when there is none worth it. */
export function chooseLink(source: Source): string | null {
  const candidates = [...source.links.map((link) => ({ ...link, context: link.words, isListed: false })), ...bareLinks(source)].slice(
    0,
    MOST_LINKS,
  );
  const hosts = countHosts(candidates.map(({ url }) => url));
  const scores = new Map<string, number>();
  const usable = candidates.filter(({ url }) => isWholeLink(url) && !HOME_ONLY.test(addressOf(url)));
  for (const [index, { url, context, block, isAside, isListed }] of usable.entries()) {
    // The site that is named again and again is the source's own; of its pages, the nearest to the front door.
    const { host, pathname, search, hash } = new URL(addressOf(url));
    let score = 2 / (index + 2) + (block <= 2 ? 0.5 : 0) + Math.min(1, Math.log2(hosts.get(host) ?? 1) * 0.3);
    if (CALL.test(context)) score += 1.2;
    if (context.trim() === url) score += 1;
    // "Programme and map: https://…"
    if (context.includes(`: ${url}`) || context.includes(`：${url}`)) score += 0.8;
    // One of several, or of a section that the post does not tell.
    if (isListed || isAside) score -= 0.6;
    if (HOUSEKEEPING.test(url)) score -= 3;
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

/** "www.shop.de" leads where "https://www.shop.de" does. */
function addressOf(url: string): string {
  return /^https?:/i.test(url) ? url : `https://${url}`;
}

function countHosts(urls: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const host = URL.parse(url)?.host ?? '';
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

/** Addresses that stand in the text as they are, each with the sentence around it. */
function bareLinks({ units, asides }: Source): Candidate[] {
  return [
    ...units
      .slice(0, READ_UNITS)
      .flatMap(({ text, block, list }) => linksIn(text, block, { isAside: false, isListed: (list?.length ?? 0) > 2 })),
    ...asides.flatMap(({ text, index }) => linksIn(text, index, { isAside: true, isListed: false })),
  ];
}

function linksIn(text: string, block: number, where: Pick<Candidate, 'isAside' | 'isListed'>): Candidate[] {
  if (!/https?:|www\.|\.\p{L}+\//iu.test(text)) return [];
  const links = findFacets(text).filter((facet) => facet.kind === 'link');
  return links.map(({ start, end }) => ({ url: text.slice(start, end), context: text, block, ...where }));
}

/** Whether all of it is clickable when it stands by itself. */
export function isWholeLink(url: string): boolean {
  const [facet] = findFacets(url);
  return facet?.kind === 'link' && facet.start === 0 && facet.end === url.length;
}
