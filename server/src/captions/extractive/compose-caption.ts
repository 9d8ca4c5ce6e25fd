import { findFacets } from '../../platforms/facets.ts';
import { fitsLimits, type TextLimit } from '../../platforms/text-limits.ts';
import { composePost, frameOf, type Material } from './compose-post.ts';
import { composeThread } from './compose-thread.ts';
import { layOut } from './lay-out.ts';

/** Prose of this length is a summary's worth of several posts; anything shorter goes into one. */
const LONG_PROSE = 4500;

/**
 * The posts of a caption, each within the limits: the source itself where it is short enough,
 * else a summary in one post, or in several where it is long and `mostParts` allows.
 */
export function composeCaption(material: Material, whole: string, limits: readonly TextLimit[], mostParts: number): string[] {
  const unabridged = layOutWhole(material, whole, limits);
  if (unabridged !== null) return [unabridged];
  const prose = material.units.filter((unit) => unit.kind === 'sentence' && unit.score > 0);
  if (mostParts > 1 && prose.reduce((sum, unit) => sum + unit.text.length, 0) >= LONG_PROSE) {
    const parts = composeThread(material, limits, mostParts);
    if (parts.length > 2) return parts;
  }
  return [composePost(material, limits)];
}

function layOutWhole(material: Material, whole: string, limits: readonly TextLimit[]): string | null {
  // Counting can wait for texts that could fit at all; the longest limits of any platform are below this.
  if (!whole || !fitsLimits(whole, limits)) return null;
  const hasTags = findFacets(whole).some((facet) => facet.kind === 'tag');
  const { link, tags } = frameOf({ ...material, hook: null }, limits);
  for (const some of hasTags ? [[]] : [tags, tags.slice(0, 1), []]) {
    const text = layOut({ hook: whole, units: [], link, tags: some });
    if (fitsLimits(text, limits)) return text;
  }
  return null;
}
