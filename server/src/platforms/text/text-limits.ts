import type { NetworkRules } from '../network-rules.ts';
import type { Counting, Facet, LengthUnit, PlatformRule, Post, RuleUnit } from '../platform.ts';
import { findFacets } from './facets.ts';
import { countGraphemes, graphemeStart } from './graphemes.ts';
import { measureText } from './text-length.ts';

/** A length limit, counted in one way. A text may have several. */
export interface TextLimit extends Counting {
  max: number;
}

const LENGTH_UNITS: readonly string[] = ['weighted', 'graphemes', 'utf16', 'code_points', 'bytes', 'emoji_as_bytes'] satisfies LengthUnit[];

/** A platform's limits on one kind of text; those for posts with media only if requested. */
export function textLimits(
  rules: readonly PlatformRule[],
  field: 'text' | 'paragraph' | 'title' | 'tag' | 'link' | 'alt_text' | 'first_comment' = 'text',
  hasMedia = false,
): TextLimit[] {
  return rules.flatMap(({ field: of, max, unit, when, urlWeight, dropsMentionHost, partsConjuncts, costs }) =>
    of === field && isLengthUnit(unit) && (when === undefined || hasMedia)
      ? [
          {
            max,
            unit,
            ...(urlWeight && { urlWeight }),
            ...(dropsMentionHost && { dropsMentionHost }),
            ...(partsConjuncts && { partsConjuncts }),
            ...(costs && { costs }),
          },
        ]
      : [],
  );
}

/** The limits on a text as it is sent: what a network's escapes cost is in that already. */
export function sentLimits({ limits, markup }: Pick<NetworkRules, 'limits' | 'markup'>, hasMedia = false): TextLimit[] {
  const all = textLimits(limits, 'text', hasMedia);
  return markup === 'discord' ? all.map(({ costs: _costs, ...limit }) => limit) : all;
}

function isLengthUnit(unit: RuleUnit): unit is LengthUnit {
  return LENGTH_UNITS.includes(unit);
}

/** Whether a text is within all limits. Stops counting a text that is far too long. */
export function fitsLimits(text: string, limits: readonly TextLimit[]): boolean {
  return limits.every((limit) => {
    const { max, unit } = limit;
    if (unit === 'weighted' || limit.urlWeight !== undefined || limit.dropsMentionHost || limit.costs)
      return measureText(text, limit) <= max;
    // A UTF-16 unit counts for three at most, and for half at least, except in graphemes.
    if (text.length * 3 <= max) return true;
    if (unit === 'graphemes') return countGraphemes(text, max + 1) <= max;
    return text.length <= max * 2 && measureText(text, limit) <= max;
  });
}

/** How many UTF-16 units of the text, in whole grapheme clusters, are within all limits. */
export function fittingLength(text: string, limits: readonly TextLimit[]): number {
  // A part of a cluster may count more than all of it.
  const fits = (end: number): boolean => fitsLimits(text.slice(0, graphemeStart(text, end)), limits);
  let low = 0;
  let high = 64;
  // In growing steps from the front: a text a thousand times too long is not counted to its end.
  while (high < text.length && fits(high)) {
    low = high;
    high *= 2;
  }
  if (high >= text.length) {
    if (fits(text.length)) return text.length;
    high = text.length;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return graphemeStart(text, low);
}

/**
 * What one network links in a text. A tag that is too long stays plain text, and so does a name without a known id
 * where the network links names by id.
 */
export function networkFacets(network: NetworkRules, text: string, mentions: Post['mentions'] = {}): Facet[] {
  const limits = textLimits(network.limits, 'tag');
  let hasTag = false;
  return findFacets(text, network.syntax).flatMap((facet): Facet[] => {
    const { kind, target } = facet;
    if (kind === 'tag') {
      if ((hasTag && network.linksOneTag) || !fitsLimits(target, limits)) return [];
      hasTag = true;
      return [facet];
    }
    if (kind !== 'mention' || !network.linksNamesById) return [facet];
    const id = mentions[target.toLowerCase()];
    return id ? [{ ...facet, target: id }] : [];
  });
}

/** Names that the network would link if their accounts were known, without duplicates, as written. */
export function plainNames(network: NetworkRules, texts: readonly string[], mentions: Post['mentions'] = {}): string[] {
  if (!network.linksNamesById) return [];
  const facets = texts.flatMap((text) => findFacets(text, network.syntax));
  const unknown = facets.filter(({ kind, target }) => kind === 'mention' && !mentions[target.toLowerCase()]);
  return [...new Set(unknown.map(({ target }) => target))];
}
