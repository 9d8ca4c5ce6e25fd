import { type FieldRule, isWebAddress } from '../../../server/src/field-rules.ts';
import { texts } from './texts.ts';

type Value = string | number | readonly string[] | Date | null;

/**
 * The error of a field by the server's own rule, as a sentence; null if there is none. An empty text or number is an
 * error only if the field is required; `empty` overrides its message.
 */
export function faultOf(rule: FieldRule, value: Value, empty: string = texts.fields.empty): string | null {
  if (value instanceof Date) return rule.isAhead && value.getTime() <= Date.now() ? texts.fields.past : null;
  if (typeof value === 'number') return numberFault(rule, value);
  if (typeof value === 'string') return textFault(rule, value, empty);
  return value === null ? null : listFault(rule, value, empty);
}

function textFault({ isRequired, isWebAddress: isAddress, maxLength, min }: FieldRule, text: string, empty: string): string | null {
  // A number field hands on its emptiness as a text.
  if (text.trim() === '') return isRequired || min !== undefined ? empty : null;
  if (isAddress && !isWebAddress(text)) return texts.fields.address;
  return maxLength !== undefined && text.length > maxLength ? texts.fields.long({ length: text.length, max: maxLength }) : null;
}

function numberFault({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: FieldRule, value: number): string | null {
  return Number.isInteger(value) && value >= min && value <= max ? null : texts.fields.range({ min, max });
}

function listFault({ minItems = 0, maxItems, maxLength }: FieldRule, items: readonly string[], empty: string): string | null {
  if (items.length < minItems) return empty;
  if (maxItems !== undefined && items.length > maxItems) return texts.fields.many({ count: items.length, max: maxItems });
  const long = maxLength === undefined ? undefined : items.find((item) => item.length > maxLength);
  return long && maxLength !== undefined ? texts.fields.longItem({ item: `${long.slice(0, 40)}…`, max: maxLength }) : null;
}
