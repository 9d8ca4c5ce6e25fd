import { formattersOf } from './formatters.ts';
import { direction, LANGUAGES, spoken } from './language.ts';

/** The texts in another language; missing ones fall back to English. */
export type Spoken<Text> = Text extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Text extends string
    ? string
    : Text extends readonly unknown[]
      ? { readonly [Place in keyof Text]: Spoken<Text[Place]> }
      : { readonly [Key in keyof Text]?: Spoken<Text[Key]> };

/** Every part of the texts in English: what must be translated. */
export const asked = new Map<string, object>();

/** What English messages are built with. */
export const { number, plural, select } = formattersOf(LANGUAGES.en.locale);

/** The texts of one part of the console, in the reader's language. */
export function say<const Texts extends object>(name: string, english: Texts): Texts {
  asked.set(name, english);
  return over(english, spoken[name] ?? english) as Texts;
}

/** Key by key, with English where the other language has nothing. */
export function over(english: unknown, other: unknown, isRightToLeft = direction === 'rtl'): unknown {
  if (other === undefined) return english;
  if (typeof other === 'function') return (...values: unknown[]) => other(...values.map((value) => runsItsWay(value, isRightToLeft)));
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return other;
  const entries = Object.entries(english).map(([key, text]) => [key, over(text, (other as Record<string, unknown>)[key], isRightToLeft)]);
  return Object.fromEntries(entries);
}

/** Money, handles, tags, addresses and "25+": their signs have no direction, and would move in right-to-left text. */
const SIGNED = /^[@#$]|\$\s?\d|[$/]$|\d\+$/;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A cut title, "…" at its end: within text from left to right its own signs would be moved to the other end. */
const SIGNED_AT_AN_END = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}]$/u;

/** A text whose signs keep their order within right-to-left text. */
export function isolated(text: string): string {
  return direction === 'rtl' ? runsItsWay(text, true) : text;
}

function runsItsWay<Value>(value: Value, isRightToLeft: boolean): Value {
  if (Array.isArray(value)) return value.map((below) => runsItsWay(below, isRightToLeft)) as Value;
  if (typeof value === 'object' && value) {
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, runsItsWay(below, isRightToLeft)])) as Value;
  }
  if (typeof value !== 'string') return value;
  const hasRightToLeft = RIGHT_TO_LEFT.test(value);
  if (!isRightToLeft)
    return (hasRightToLeft && !value.includes('\u2068') && SIGNED_AT_AN_END.test(value) ? `\u2068${value}\u2069` : value) as Value;
  if (!SIGNED.test(value) || hasRightToLeft) return value;
  return `\u2066${value.replaceAll(/[\u200E\u200F]/g, '')}\u2069` as Value;
}
