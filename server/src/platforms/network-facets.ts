import { findFacets } from './facets.ts';
import type { NetworkRules } from './network-rules.ts';
import type { Facet } from './platform.ts';
import { fitsLimits, textLimits } from './text-limits.ts';

/** What becomes clickable in a text on one network. A tag that is too long for it stays plain text. */
export function networkFacets(network: NetworkRules, text: string): Facet[] {
  const limits = textLimits(network.limits, 'tag');
  return findFacets(text, network.syntax).filter(({ kind, target }) => kind !== 'tag' || fitsLimits(target, limits));
}
