/** The supported languages, each with the locale of its numbers, dates and plurals. English is in the sources. */
export const LANGUAGES = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  es: 'es',
  pt: 'pt-PT',
  ar: 'ar-u-nu-latn',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The language of a tag (BCP 47) without script or region: "pt" of "pt-BR". */
export const baseLanguage = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? tag;

/** The text direction. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const isKnown = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The supported language that an `Accept-Language` header (RFC 9110) prefers; dialects count as their language. */
export function acceptedLanguage(header: string | undefined): Language {
  const wishes = (header ?? '').slice(0, MOST_LETTERS).split(',').map(readWish);
  const liked = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return liked.map(({ tag }) => tag).find(isKnown) ?? 'en';
}

/** No real header is longer. */
const MOST_LETTERS = 500;

function readWish(wish: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { tag: range.split('-')[0] ?? '', weight: weight ? Number(weight.slice(2)) || 0 : 1 };
}
