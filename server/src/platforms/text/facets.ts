import { spendWork } from '../../long-work/work-budget.ts';
import type { Facet, Span } from '../platform.ts';
import { ANY_SYNTAX, type FacetSyntax, MENTION_SHAPES, TAG_SHAPES } from './facet-syntax.ts';
import { findTwitterFacets } from './find-twitter-facets.ts';
import { countGraphemes } from './graphemes.ts';
import { findNakedLinks } from './naked-links.ts';

// A link ends at a space, at characters that URLs cannot contain unescaped, and at East Asian punctuation.
const LINK =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])https?:\/\/[^\s<>"`{}|\\^\u3001\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u300c-\u300f\u3010\u3011\u300a\u300b]+/giu;
const PUNCTUATION = /\p{P}/u;
const AFTER_HANDLE = /[.-]/;
const AFTER_LINK = /[.,;:!?'’”»*_~…–—]/u;
const HAS_NAME_CHARACTER = /[^\d\s\p{P}]/u;
const LONGEST_TAG = 64;
/** Passes over the text: each link, name and tag is examined again. */
const PASSES = 4;
const BRACKETS: Record<string, string> = { ')': '(', ']': '[' };

/**
 * Links, mentions and tags in a text, in order and never overlapping; spans are UTF-16 units. Each network has its
 * own syntax; by default, everything is found that any network would link. A link begins with http:// or https://,
 * and where the syntax says so it may be "www.shop.de" or "bit.ly/x"; "README.md" must not lead to Moldova.
 */
export function findFacets(text: string, syntax: FacetSyntax = ANY_SYNTAX): Facet[] {
  spendWork(PASSES * text.length);
  if (syntax.isTwitter) return findTwitterFacets(text);
  const links = syntax.nakedLinks ? withNaked(findLinks(text), text) : findLinks(text);
  const mentions = syntax.mentions ? findMentions(text, MENTION_SHAPES[syntax.mentions]) : [];
  const tags = syntax.tags ? findTags(text, TAG_SHAPES[syntax.tags]) : [];
  const rest = [...mentions, ...tags].sort((a, b) => a.start - b.start);
  const facets = syntax.links ? [...links] : [];
  let next = 0;
  let end = 0;
  for (const facet of rest) {
    while (links[next] && (links[next]?.end ?? 0) <= facet.start) next += 1;
    const isInLink = (links[next]?.start ?? text.length) < facet.end;
    if (isInLink || facet.start < end) continue;
    facets.push(facet);
    end = facet.end;
  }
  return facets.sort((a, b) => a.start - b.start);
}

/** In order; an address within another is part of it. */
function withNaked(links: readonly Facet[], text: string): Facet[] {
  const naked = findNakedLinks(text);
  if (naked.length === 0) return [...links];
  let end = 0;
  return [...links, ...naked]
    .sort((a, b) => a.start - b.start)
    .filter((link) => {
      if (link.start < end) return false;
      end = link.end;
      return true;
    });
}

/** The same spans in UTF-8 bytes. The spans must be in order. */
export function toByteSpans(text: string, spans: readonly Span[]): Span[] {
  let unit = 0;
  let byte = 0;
  const moveTo = (position: number): number => {
    byte += Buffer.byteLength(text.slice(unit, position), 'utf8');
    unit = position;
    return byte;
  };
  return spans.map(({ start, end }) => ({ start: moveTo(start), end: moveTo(end) }));
}

function findLinks(text: string): Facet[] {
  const links: Facet[] = [];
  for (const match of text.matchAll(LINK)) {
    const written = trimLink(match[0]);
    if (!URL.parse(written)) continue;
    const url = new URL(written);
    if (!url.hostname) continue;
    const isAscii = /^[!-~]+$/.test(written);
    links.push({ kind: 'link', start: match.index, end: match.index + written.length, target: isAscii ? written : url.href });
  }
  return links;
}

/** Without the punctuation of the sentence around it; a bracket stays where it was opened inside. */
function trimLink(link: string): string {
  const counts = new Map<string, number>();
  for (const character of link) counts.set(character, (counts.get(character) ?? 0) + 1);
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1);
    const opening = BRACKETS[last];
    const isUnopened = opening !== undefined && (counts.get(opening) ?? 0) < (counts.get(last) ?? 0);
    if (!isUnopened && !AFTER_LINK.test(last)) break;
    counts.set(last, (counts.get(last) ?? 0) - 1);
  }
  return link.slice(0, end);
}

/** Manually: a pattern such as /x+$/ takes quadratic time on long runs that do not end the text. */
function trimEnd(text: string, trimmed: RegExp): string {
  let end = text.length;
  while (end > 0 && trimmed.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function findMentions(text: string, shape: RegExp): Facet[] {
  const mentions: Facet[] = [];
  for (const match of text.matchAll(shape)) {
    const written = trimEnd(match[0], AFTER_HANDLE);
    const end = match.index + written.length;
    // "@types/node" is a package, not a person.
    if (text.charAt(end) === '/' || written.length < 2) continue;
    mentions.push({ kind: 'mention', start: match.index, end, target: written.startsWith('@') ? written.slice(1) : written });
  }
  return mentions;
}

function findTags(text: string, shape: RegExp): Facet[] {
  const tags: Facet[] = [];
  for (const match of text.matchAll(shape)) {
    const name = trimEnd(match[0].slice(1), PUNCTUATION);
    if (!HAS_NAME_CHARACTER.test(name) || name.startsWith('\ufe0f') || countGraphemes(name) > LONGEST_TAG) continue;
    tags.push({ kind: 'tag', start: match.index, end: match.index + 1 + name.length, target: name });
  }
  return tags;
}
