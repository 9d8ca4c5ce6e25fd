import { findFacets } from '../facets.ts';
import type { Facet } from '../platform.ts';
import { fitsLimits, textLimits } from '../text-limits.ts';
import { BLUESKY_RULES } from './bluesky-rules.ts';

const TAG_LIMITS = textLimits(BLUESKY_RULES, 'tag');

/**
 * What becomes clickable on Bluesky: links and tags. A mention would need the account's DID,
 * which only the network knows, so it stays plain text, in the preview as in the record.
 */
export function blueskyFacets(text: string): Facet[] {
  return findFacets(text).filter(({ kind, target }) => kind === 'link' || (kind === 'tag' && fitsLimits(target, TAG_LIMITS)));
}
