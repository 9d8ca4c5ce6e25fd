import { IntlMessageFormat } from 'intl-messageformat';
import { loadAhead } from '../load-ahead.ts';
import formerSentences from './former-sentences.json' with { type: 'json' };
import { LANGUAGES, type Language } from './language.ts';
import { fill, Grouped, LanguageName, type LocalizedMessage, LocalTime, Sentence, type Value } from './sentence.ts';

/** Translates a message into one language; without a translation it stays English. */
export type Translate = (words: LocalizedMessage) => string;

/** The text in the sources. */
export const inEnglish: Translate = String;

/** A name as its owner writes it, or the translated placeholder for an unknown one ("Somebody"). */
export const localizeName = (name: LocalizedMessage, translate: Translate): string => (name instanceof Sentence ? translate(name) : name);

/**
 * The messages of one language (`de.json`): an ICU message for each English text, with the same numbered arguments.
 * A plural is chosen by `{count, plural, …}`, the first number of the message. A test checks that every message is
 * translated into every language, and that no translation is unused.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Loaded ahead: mails are written in the recipient's language inside a transaction. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: loadAhead(() => import('./de.json', { with: { type: 'json' } })),
  fr: loadAhead(() => import('./fr.json', { with: { type: 'json' } })),
  es: loadAhead(() => import('./es.json', { with: { type: 'json' } })),
  pt: loadAhead(() => import('./pt.json', { with: { type: 'json' } })),
  ar: loadAhead(() => import('./ar.json', { with: { type: 'json' } })),
};

/**
 * Sentences of earlier releases that rows still contain, and what they are called now: a sentence that is stored gets a line
 * there when its words change. All of 0.5.0 to 0.7.0.
 */
export const FORMER_SENTENCES: Readonly<Record<string, string>> = formerSentences;

const translators = new Map<Language, Promise<Translate>>();

/** Created once per language: number formats and plural rules take most of the time. */
export async function translateTo(language: Language): Promise<Translate> {
  if (language === 'en') return inPersonsEnglish;
  const known = translators.get(language) ?? CATALOGUES[language]().then((catalogue) => translator(language, catalogue.default));
  translators.set(language, known);
  return known;
}

export function translator(language: Language, catalogue: Catalogue): Translate {
  const locale = LANGUAGES[language];
  const { format: number } = new Intl.NumberFormat(locale);
  const messages = new Map<string, IntlMessageFormat>();

  function translate(words: LocalizedMessage): string {
    const [key, values] = words instanceof Sentence ? [words.key, words.values] : [words, []];
    const shown = values.map(show);
    const message = messageOf(key) ?? messageOf(FORMER_SENTENCES[key] ?? key);
    if (!message) return fill(key, shown);
    const numbered = shown.map((value, index) => [index + 1, value]);
    return String(message.format({ ...Object.fromEntries(numbered), count: values.map(quantityOf).find(Number.isFinite) ?? 0 }));
  }

  /** Parsed when first used. */
  function messageOf(key: string): IntlMessageFormat | undefined {
    if (!Object.hasOwn(catalogue, key)) return undefined;
    // The texts are not markup: "<API key>" is what is to be read.
    const message = messages.get(key) ?? new IntlMessageFormat(catalogue[key] ?? '', locale, undefined, { ignoreTag: true });
    messages.set(key, message);
    return message;
  }

  function show(value: Value): string {
    const quantity = quantityOf(value);
    if (quantity !== undefined) return number(quantity);
    if (value instanceof LocalTime || value instanceof LanguageName) return value.in(language);
    // A name or a person's own text stays as it is; to have it translated, pass a message.
    if (value instanceof Sentence) return translate(value);
    return language === 'ar' ? String(value) : isolated(String(value));
  }

  return translate;
}

/** English on a screen or in a mail: what is stored and what programs read has no marks of direction. */
const inPersonsEnglish: Translate = (words) =>
  words instanceof Sentence
    ? fill(
        FORMER_SENTENCES[words.key] ?? words.key,
        words.values.map((value) => (value instanceof Sentence ? inPersonsEnglish(value) : isolated(String(value)))),
      )
    : (FORMER_SENTENCES[words] ?? words);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A cut title, "…" at its end: within text from left to right its own signs would be moved to the other end. */
const SIGNED_AT_AN_END = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}]$/u;

/** Words that run from right to left keep their signs (first strong isolate, UAX #9). */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) && SIGNED_AT_AN_END.test(text) ? `\u2068${text}\u2069` : text;
}

function quantityOf(value: Value): number | undefined {
  if (value instanceof Grouped) return value.quantity;
  return typeof value === 'number' ? value : undefined;
}
