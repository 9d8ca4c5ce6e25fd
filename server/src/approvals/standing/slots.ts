import { isFixedWord } from './fixed-words.ts';
import type { Token } from './tokens.ts';

const DATE_FORMS = ['y-m-d', 'd.m.y', 'd/m/y', 'm/d/y'] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** A part of the text that may vary: within the kind that the signed examples had there. */
export type Slot =
  | { kind: 'date'; form: DateForm }
  | { kind: 'time' }
  /** `mark`: the decimal separator; null without decimals. */
  | { kind: 'number'; min: number; max: number; mark: '.' | ',' | null; decimals: number }
  /** Weekdays, months, or the seen words: `TargetTemplate.seen` lists their permitted combinations. */
  | { kind: 'word'; words: string[] };

/** The slot of these different examples, all of one kind; null if they must not vary. */
export function slotFrom(examples: readonly Token[]): Slot | null {
  const [first] = examples;
  if (!first || examples.some(({ kind }) => kind !== first.kind)) return null;
  const texts = [...new Set(examples.map(({ text }) => text))];
  switch (first.kind) {
    case 'date': {
      const form = DATE_FORMS.find((each) => texts.every((text) => isDate(text, each)));
      return form ? { kind: 'date', form } : null;
    }
    case 'time':
      return texts.every(isTime) ? { kind: 'time' } : null;
    case 'number':
      return numberSlot(texts);
    case 'word':
      return !isClosedList({ words: texts }) && texts.some(isFixedWord) ? null : { kind: 'word', words: withTheirLikes(texts).sort() };
    case 'other':
      return null;
  }
}

export function fits(slot: Slot, { kind, text }: Token): boolean {
  if (kind !== slot.kind) return false;
  switch (slot.kind) {
    case 'date':
      return isDate(text, slot.form);
    case 'time':
      return isTime(text);
    case 'number': {
      const read = readNumber(text);
      return (
        read !== null && read.mark === slot.mark && read.decimals === slot.decimals && read.value >= slot.min && read.value <= slot.max
      );
    }
    case 'word':
      return slot.words.includes(text);
  }
}

function numberSlot(texts: readonly string[]): Slot | null {
  const read = texts.map(readNumber);
  const [first] = read;
  const values = read.flatMap((each) => each?.value ?? []);
  if (!first || read.some((each) => each?.mark !== first.mark || each.decimals !== first.decimals)) return null;
  return { kind: 'number', min: Math.min(...values), max: Math.max(...values), mark: first.mark, decimals: first.decimals };
}

/** Null for unusual numbers: with leading zeros, or longer than a readable number. */
function readNumber(text: string): { value: number; mark: '.' | ',' | null; decimals: number } | null {
  const parts = /^(0|[1-9]\d{0,8})(?:([.,])(\d{1,3}))?$/.exec(text);
  if (!parts) return null;
  const [, whole = '', mark = null, decimals = ''] = parts;
  return { value: Number(`${whole}.${decimals || '0'}`), mark: mark as '.' | ',' | null, decimals: decimals.length };
}

function isTime(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d$/.test(text);
}

function isDate(text: string, form: DateForm): boolean {
  const mark = form[1] ?? '';
  const parts = text.split(mark);
  const part = (name: string): number => Number(parts[form.split(mark).indexOf(name)] ?? Number.NaN);
  if (parts.length !== 3) return false;
  const [year, month, day] = [part('y'), part('m'), part('d')];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'];
/** The days of a week and the months of a year, as each language writes them: long and short. */
const LIKES: string[][] = LANGUAGES.flatMap((language) =>
  (['long', 'short'] as const).flatMap((length) => {
    const day = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' });
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    return [
      Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2024, 0, 1 + index))),
      Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15))),
    ];
  }),
);

/** Whether each word of the slot fits independently of the others: only weekdays and months do. */
export function isClosedList({ words }: { words: readonly string[] }): boolean {
  return likesOf(words) !== undefined;
}

const likesOf = (words: readonly string[]) => LIKES.find((names) => words.every((word) => names.includes(word)));

/** If all examples are weekdays, or months, any of them is accepted there: no template means "Friday" but not "Monday". */
function withTheirLikes(words: readonly string[]): string[] {
  const likes = likesOf(words);
  return likes ? [...new Set(likes)] : [...words];
}
