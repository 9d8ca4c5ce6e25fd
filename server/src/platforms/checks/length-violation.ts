import type { RuleUnit, Violation } from '../platform.ts';
import { measureText } from '../text/text-length.ts';
import { fittingLength, type TextLimit } from '../text/text-limits.ts';

export const UNIT_WORDS: Record<RuleUnit, string> = {
  weighted: 'weighted characters',
  graphemes: 'characters',
  utf16: 'UTF-16 units',
  code_points: 'code points',
  bytes: 'UTF-8 bytes',
  emoji_as_bytes: 'characters (an emoji counts as its bytes)',
  items: 'items',
  megabytes: 'megabytes',
  seconds: 'seconds',
  percent: 'percent',
};

/** How a text breaks one limit, with the stretch that is too much; null when it keeps to it. */
export function lengthViolation(
  label: string,
  limit: TextLimit,
  { code, field, noun, text }: { code: string; field: string; noun: string; text: string },
): Violation | null {
  const count = measureText(text, limit);
  const { max, unit } = limit;
  if (count <= max) return null;
  return {
    code,
    field,
    message: `The ${noun} is ${count} ${UNIT_WORDS[unit]} long; ${label} takes ${max}.`,
    remedy: `Shorten it by ${count - max} ${UNIT_WORDS[unit]}.`,
    count,
    limit: max,
    unit,
    span: { start: fittingLength(text, [limit]), end: text.length },
  };
}
