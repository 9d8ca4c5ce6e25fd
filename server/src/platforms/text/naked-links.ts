import twitterText from 'twitter-text';
import { spendWork } from '../../long-work/work-budget.ts';
import type { Facet, Span } from '../platform.ts';
import { LONGEST_TWITTER_RUN } from './find-twitter-facets.ts';

/** The cost of a detailed check, in characters: its patterns are long, and each host is parsed as a URL. */
const LINK_WORK = 300;
/** Candidates for a detailed check: "www." or a dot before a slash. */
const LIKELY = /www\.|[\p{L}\p{N}]\.\p{L}{2,63}\//iu;

/** A link does not begin in the middle of a word, nor after an invisible character inside one. */
const INSIDE_A_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\u00ad\u200b-\u200d\u2060\ufeff]/u;

/**
 * Addresses without https:// that readers recognise as links: "www.shop.de", "bit.ly/x". Only with a known top-level
 * domain, and never a bare "README.md".
 */
export function findNakedLinks(text: string): Facet[] {
  if (!LIKELY.test(text)) return [];
  const links: Facet[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (run.length > LONGEST_TWITTER_RUN || !LIKELY.test(run)) continue;
    spendWork(LINK_WORK);
    for (const { url, indices } of twitterText.extractUrlsWithIndices(run, { extractUrlsWithoutProtocol: true })) {
      const [start, end] = indices;
      const isNaked =
        !/^https?:/i.test(url) &&
        (/^www\./i.test(url) || url.includes('/')) &&
        run.charAt(end) !== '@' &&
        !INSIDE_A_WORD.test(run.charAt(start - 1));
      const target = `https://${url}`;
      if (isNaked && URL.parse(target) !== null) links.push({ kind: 'link', start: index + start, end: index + end, target });
    }
  }
  return links;
}

/** Scheme, host and port. */
const ORIGIN = /^[a-z]+:\/\/[^/?#]+/i;
/** What Mastodon takes for the rest of a link (config/initializers/twitter_regex.rb): letters of every script; at its end no punctuation. */
const IN_PATH = '[^<>()?]';
const IN_BRACKETS = `\\((?:${IN_PATH}+|${IN_PATH}*\\(${IN_PATH}+\\)${IN_PATH}*)\\)`;
const PATH_END = `(?:[^()?!*"'「」<>;:=,.$%\\[\\]~&|@]|${IN_BRACKETS})`;
const PATH = `(?:${IN_PATH}*(?:${IN_BRACKETS}${IN_PATH}*)*${PATH_END}|${IN_PATH}+/)`;
const QUERY = "\\?[a-z0-9!?*'();:&=+$/%#[\\]\\-_.,~|@^\\u00a0-\\u{10ffff}]*[a-z0-9_&=#/\\-\\u00a0-\\u{10ffff}]";
const REST = new RegExp(`(?:/${PATH}*)?(?:${QUERY})?`, 'iuy');

/** Addresses as Mastodon weighs them: with https://, a known end of the host, no name before it and no bare number. */
export function findWeighedLinks(text: string): Span[] {
  if (!text.includes('://')) return [];
  spendWork(text.length);
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: run, index }) => {
    if (!run.includes('://') || run.length > LONGEST_TWITTER_RUN) return [];
    let end = 0;
    return twitterText.extractUrlsWithIndices(run, { extractUrlsWithoutProtocol: false }).flatMap(({ url, indices: [start] }) => {
      // Within the link before, whose path goes further than twitter-text knows.
      if (start < end) return [];
      REST.lastIndex = start + (ORIGIN.exec(url)?.[0].length ?? url.length);
      const from = REST.lastIndex;
      end = from + (REST.exec(run)?.[0].length ?? 0);
      return [{ start: index + start, end: index + end }];
    });
  });
}
