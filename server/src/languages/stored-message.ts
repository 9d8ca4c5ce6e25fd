import { Grouped, LanguageName, type LocalizedMessage, LocalTime, Sentence, type Value } from './sentence.ts';

/** A message as stored in a row, as JSON. */
export interface StoredSentence {
  key: string;
  values: StoredValue[];
}

type StoredValue = string | number | StoredSentence | StoredTime | { grouped: number } | { tongue: string };

interface StoredTime {
  /** ISO 8601. */
  at: string;
  timeZone: string;
  english?: string;
}

/** A stored message: its English text and, if it can be translated, the message itself. */
export interface StoredMessage {
  message: string;
  sentence?: StoredSentence | null | undefined;
}

export function toStoredMessage(words: LocalizedMessage): { message: string; sentence: StoredSentence | null } {
  return { message: String(words), sentence: words instanceof Sentence ? toStoredSentence(words) : null };
}

/** The stored message, ready to translate; plain text if there is nothing else, as in old rows. */
export function fromStoredMessage({ message, sentence }: StoredMessage): LocalizedMessage {
  return sentence ? readSentence(sentence) : message;
}

export const toStoredSentence = ({ key, values }: Sentence): StoredSentence => ({ key, values: values.map(toStoredValue) });

function toStoredValue(value: Value): StoredValue {
  if (value instanceof Sentence) return toStoredSentence(value);
  if (value instanceof Grouped) return { grouped: value.quantity };
  if (value instanceof LanguageName) return { tongue: value.tag };
  if (!(value instanceof LocalTime)) return value;
  const { at, timeZone, english } = value;
  return { at: at.toISOString(), timeZone, ...(english === undefined ? {} : { english }) };
}

const readSentence = ({ key, values }: StoredSentence): Sentence => new Sentence(key, values.map(readValue));

function readValue(value: StoredValue): Value {
  if (typeof value !== 'object') return value;
  if ('grouped' in value) return new Grouped(value.grouped);
  if ('tongue' in value) return new LanguageName(value.tongue);
  return 'key' in value ? readSentence(value) : new LocalTime(new Date(value.at), value.timeZone, value.english);
}
