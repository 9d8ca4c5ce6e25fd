import type { NetworkRules } from '../network-rules.ts';
import type { Facet, Post } from '../platform.ts';
import { findFacets } from './facets.ts';
import { fitsLimits, textLimits } from './text-limits.ts';

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
