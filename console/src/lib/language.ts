import { type Formatters, formattersOf } from './formatters.ts';
import { readChoice, writeChoice } from './local-choice.ts';

/** The languages of the console, as each names itself. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr' },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr' },
  es: { name: 'Español', locale: 'es', direction: 'ltr' },
  pt: { name: 'Português', locale: 'pt-PT', direction: 'ltr' },
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl' },
} as const;

export type Language = keyof typeof LANGUAGES;

const CHOICE = 'language';
/** The language of the last person who signed in here. */
const PERSONS = 'language-of-person';

const isKnown = (language: string): language is Language => Object.hasOwn(LANGUAGES, language);

/** The first supported language of a list; a regional variant counts as its language. */
export function firstKnown(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isKnown) ?? 'en';
}

/**
 * The language chosen on this device, or by the last person who signed in here, or requested by the browser. Read
 * once: another language needs a reload.
 */
function chosen(): Language {
  if (typeof document === 'undefined') return 'en';
  const kept = readChoice(CHOICE) ?? readChoice(PERSONS);
  return firstKnown(kept ? [kept] : navigator.languages);
}

type Catalogue = Readonly<Record<string, object>>;
interface LanguageFile {
  messages: (formatters: Formatters) => Catalogue;
}
type Files = Readonly<Record<string, () => Promise<LanguageFile>>>;

/** Loads a language; on failure English, which is built in, and the name of the missing one. */
export async function loadLanguage(
  wanted: Language,
  files: Files,
): Promise<{ language: Language; spoken: Catalogue; missed: Language | null }> {
  try {
    const file = await files[`../messages/${wanted}.ts`]?.();
    return { language: wanted, spoken: file?.messages(formattersOf(LANGUAGES[wanted].locale)) ?? {}, missed: null };
  } catch {
    return { language: 'en', spoken: {}, missed: wanted };
  }
}

/**
 * Loaded before any text is used, since modules build tables of texts while they load: all of them wait for this
 * file. A catalogue must not import anything at run time, or loading would deadlock.
 */
export const { language, spoken, missed } = await loadLanguage(chosen(), import.meta.glob<LanguageFile>('../messages/*.ts'));
/** By which numbers, days and lists are written. */
export const { locale, direction } = LANGUAGES[language];

export function speak(next: Language): void {
  writeChoice(CHOICE, next);
  location.reload();
}

/** Uses the person's language on this device, unless it has its own choice. Returns whether a reload is needed. */
export function speakAs(person: Language): boolean {
  if (readChoice(CHOICE) || person === readChoice(PERSONS)) return false;
  const isKept = writeChoice(PERSONS, person);
  if (person === language || !isKept) return false;
  location.reload();
  return true;
}

/** "1,234", "1.234". Created once: constructing a formatter is slow. */
export const { format: number } = new Intl.NumberFormat(locale);
