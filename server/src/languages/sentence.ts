import { LANGUAGES, type Language } from './language.ts';

/** The values of a message. Names and people's own text are never translated. */
export type Value = string | number | Sentence | LocalTime | Grouped | LanguageName;

/** Text for a person: a message is translated, a string is not. */
export type LocalizedMessage = string | Sentence;

/**
 * A message of the service with its values apart, so it can be translated (`translate.ts`). For programs, logs and
 * rows it converts to its English text.
 */
export class Sentence {
  /** The English text with a placeholder for each value: "No {1} account is connected." */
  readonly key: string;
  readonly values: readonly Value[];

  constructor(key: string, values: readonly Value[]) {
    this.key = key;
    this.values = values;
  }

  toString(): string {
    return fill(this.key, this.values.map(String));
  }

  toJSON(): string {
    return this.toString();
  }
}

/** A time in a message, in the reader's time zone: "Saturday 12 December 2026, 08:00 (Europe/Lisbon)". */
export class LocalTime {
  readonly at: Date;
  readonly timeZone: string;
  /** The English text, if it differs from the above. */
  readonly english: string | undefined;

  constructor(at: Date, timeZone: string, english?: string) {
    this.at = at;
    this.timeZone = timeZone;
    this.english = english;
  }

  in(language: Language): string {
    if (language === 'en' && this.english !== undefined) return this.english;
    const part = (options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(LANGUAGES[language], { timeZone: this.timeZone, ...options }).format(this.at);
    const day = part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    const time = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const comma = language === 'ar' ? '،' : ',';
    return `${language === 'en' ? day.replace(',', '') : day}${comma} ${time} (${this.timeZone})`;
  }

  toString(): string {
    return this.in('en');
  }
}

/** A number with thousands separators, in English too: "2,000". */
export class Grouped {
  readonly quantity: number;

  constructor(quantity: number) {
    this.quantity = quantity;
  }

  toString(): string {
    return this.quantity.toLocaleString('en');
  }
}

export const grouped = (quantity: number): Grouped => new Grouped(quantity);

/** A language in a message, by its BCP 47 tag: "Brazilian Portuguese". An unknown tag is shown as it is. */
export class LanguageName {
  readonly tag: string;

  constructor(tag: string) {
    this.tag = tag;
  }

  in(language: Language): string {
    try {
      return new Intl.DisplayNames([LANGUAGES[language]], { type: 'language' }).of(this.tag) ?? this.tag;
    } catch {
      return this.tag;
    }
  }

  toString(): string {
    return this.in('en');
  }
}

/** A time for readers whose time zone is unknown: "Saturday 12 December 2026, 08:00 (UTC)". */
export const utcTime = (at: Date): LocalTime => new LocalTime(at, 'UTC');

/** The tag of every translatable message: say`No ${platform} account is connected.` */
export function say(parts: TemplateStringsArray, ...values: Value[]): Sentence {
  return new Sentence(
    parts.reduce((text, part, index) => `${text}{${index}}${part}`),
    values,
  );
}

/** A text from a table of the sources as a message, to use it within another. */
export const sentenceOf = (words: LocalizedMessage): Sentence => (words instanceof Sentence ? words : new Sentence(words, []));

/** Concatenates messages. */
export function joined(sentences: readonly LocalizedMessage[], separator = ' '): Sentence {
  return new Sentence(sentences.map((_, index) => `{${index + 1}}`).join(separator), sentences);
}

/** A list of names: "Bluesky and Mastodon", "Bluesky, Mastodon, X and 2 more". */
export function namesOf(names: readonly LocalizedMessage[]): LocalizedMessage {
  const [first = '', second, third] = names;
  const rest = names.length - 3;
  if (second === undefined) return first;
  if (third === undefined) return say`${first} and ${second}`;
  return rest > 0 ? say`${first}, ${second}, ${third} and ${rest} more` : say`${first}, ${second} and ${third}`;
}

/** All names, joined by "and": "< and >". */
export function listed(names: readonly string[]): LocalizedMessage {
  return names.reduce<LocalizedMessage>((before, name, index) => (index === 0 ? name : say`${before} and ${name}`), '');
}

/** Replaces the placeholders by the values. */
export function fill(text: string, values: readonly string[]): string {
  return text.replaceAll(/\{(\d+)\}/g, (place, number: string) => values[Number(number) - 1] ?? place);
}
