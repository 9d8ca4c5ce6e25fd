import { Grouped, LanguageName, type LocalizedMessage, LocalTime, Sentence, type Value } from './sentence.ts';

/** A message as stored in a row, as JSON. */
export interface KeptSentence {
  key: string;
  values: KeptValue[];
}

type KeptValue = string | number | KeptSentence | KeptMoment | { grouped: number } | { tongue: string };

interface KeptMoment {
  /** ISO 8601. */
  at: string;
  timeZone: string;
  english?: string;
}

/** A stored message: its English text and, if it can be translated, the message itself. */
export interface KeptWords {
  message: string;
  sentence?: KeptSentence | null | undefined;
}

export function keepWords(words: LocalizedMessage): { message: string; sentence: KeptSentence | null } {
  return { message: String(words), sentence: words instanceof Sentence ? keepSentence(words) : null };
}

/** The stored message, ready to translate; plain text if there is nothing else, as in old rows. */
export function wordsOf({ message, sentence }: KeptWords): LocalizedMessage {
  return sentence ? readSentence(sentence) : message;
}

export const keepSentence = ({ key, values }: Sentence): KeptSentence => ({ key, values: values.map(keepValue) });

function keepValue(value: Value): KeptValue {
  if (value instanceof Sentence) return keepSentence(value);
  if (value instanceof Grouped) return { grouped: value.quantity };
  if (value instanceof LanguageName) return { tongue: value.tag };
  if (!(value instanceof LocalTime)) return value;
  const { at, timeZone, english } = value;
  return { at: at.toISOString(), timeZone, ...(english === undefined ? {} : { english }) };
}

const readSentence = ({ key, values }: KeptSentence): Sentence => new Sentence(key, values.map(readValue));

function readValue(value: KeptValue): Value {
  if (typeof value !== 'object') return value;
  if ('grouped' in value) return new Grouped(value.grouped);
  if ('tongue' in value) return new LanguageName(value.tongue);
  return 'key' in value ? readSentence(value) : new LocalTime(new Date(value.at), value.timeZone, value.english);
}
