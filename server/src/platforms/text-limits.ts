import { countGraphemes, graphemeStart } from './graphemes.ts';
import type { LengthUnit, PlatformRule } from './platform.ts';
import { measureText } from './text-length.ts';

/** How long a text may be, in one unit. A text may have to keep to several. */
export interface TextLimit {
  max: number;
  unit: LengthUnit;
  urlWeight?: number;
}

/** The limits on one text among a platform's rules. */
export function textLimits(rules: readonly PlatformRule[], field: 'text' | 'tag' = 'text'): TextLimit[] {
  return rules.flatMap((rule) =>
    rule.field === field && rule.unit !== 'items'
      ? [{ max: rule.max, unit: rule.unit, ...(rule.urlWeight && { urlWeight: rule.urlWeight }) }]
      : [],
  );
}

/** Whether a text keeps to every one of the limits. Does not count a text that is far too long to its end. */
export function fitsLimits(text: string, limits: readonly TextLimit[]): boolean {
  return limits.every(({ max, unit, urlWeight }) => {
    if (unit === 'weighted' || urlWeight !== undefined) return measureText(text, unit, urlWeight) <= max;
    // No unit counts more than three for a UTF-16 unit, and none but graphemes less than a half.
    if (text.length * 3 <= max) return true;
    if (unit === 'graphemes') return countGraphemes(text, max + 1) <= max;
    return text.length <= max * 2 && measureText(text, unit) <= max;
  });
}

/** How many UTF-16 units of the text, whole grapheme clusters only, keep to every one of the limits. */
export function fittingLength(text: string, limits: readonly TextLimit[]): number {
  const fits = (end: number): boolean => fitsLimits(text.slice(0, end), limits);
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
