import type { Facet, PlatformRule, PreviewPart } from './platform.ts';
import { measureText } from './text-length.ts';
import { textLimits } from './text-limits.ts';

/** One text with its length in the unit of whichever limit it comes closest to. */
export function previewPart(rules: readonly PlatformRule[], text: string, facets: Facet[], hasMedia = false): PreviewPart {
  const measured = textLimits(rules, 'text', hasMedia).map((limit) => ({
    length: measureText(text, limit),
    limit: limit.max,
    unit: limit.unit,
  }));
  const closest = measured.reduce((a, b) => (b.length / b.limit > a.length / a.limit ? b : a));
  return { text, facets, ...closest };
}
