import { LANGUAGES, type Language } from './language.ts';
import { fill, Grouped, Moment, Sentence, Tongue, type Value, type Words } from './sentence.ts';
import type { Plural, Translation } from './translation.ts';

/** Translates a message into one language; without a translation it stays English. */
export type Translate = (words: Words) => string;

/** The text in the sources. */
export const inEnglish: Translate = String;

/** A name as its owner writes it, or the translated placeholder for an unknown one ("Somebody"). */
export const localizeName = (name: Words, translate: Translate): string => (name instanceof Sentence ? translate(name) : name);

/** A language is loaded when a person first reads it. */
const FILES: Record<Exclude<Language, 'en'>, () => Promise<{ translation: Translation }>> = {
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  pt: () => import('./pt/index.ts'),
  ar: () => import('./ar/index.ts'),
};

const translators = new Map<Language, Promise<Translate>>();

/** Created once per language: number formats and plural rules take most of the time. */
export async function translateTo(language: Language): Promise<Translate> {
  if (language === 'en') return inEnglish;
  const known = translators.get(language) ?? FILES[language]().then(({ translation }) => translator(language, translation));
  translators.set(language, known);
  return known;
}

export function translator(language: Language, translation: Translation): Translate {
  const plurals = new Intl.PluralRules(LANGUAGES[language]);
  const { format: number } = new Intl.NumberFormat(LANGUAGES[language]);

  function translate(words: Words): string {
    const [key, values] = words instanceof Sentence ? [words.key, words.values] : [words, []];
    const known = Object.hasOwn(translation, key) ? translation[key] : undefined;
    return fill(known === undefined ? key : formOf(known, values), values.map(show));
  }

  function formOf(known: string | Plural, values: readonly Value[]): string {
    if (typeof known === 'string') return known;
    const counted = values.map((value) => (value instanceof Grouped ? value.quantity : value)).find((value) => typeof value === 'number');
    return known[plurals.select(counted ?? 0)] ?? known.other;
  }

  function show(value: Value): string {
    if (typeof value === 'number') return number(value);
    if (value instanceof Grouped) return number(value.quantity);
    if (value instanceof Moment || value instanceof Tongue) return value.in(language);
    // A name or a person's own text stays as it is; to have it translated, pass a message.
    return typeof value === 'string' ? value : translate(value);
  }

  return translate;
}
