import { Grouped, Moment, Sentence, Tongue, type Value, type Words } from './sentence.ts';

/** A sentence as a row keeps it, as JSON. */
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

/** What a row has of a message to people: its English text, and beside it the sentence, where it can be said in other languages. */
export interface KeptWords {
  message: string;
  sentence?: KeptSentence | null | undefined;
}

export function keepWords(words: Words): { message: string; sentence: KeptSentence | null } {
  return { message: String(words), sentence: words instanceof Sentence ? keepSentence(words) : null };
}

/** What was kept, to be said anew; text alone where there is nothing else, as in old rows. */
export function wordsOf({ message, sentence }: KeptWords): Words {
  return sentence ? readSentence(sentence) : message;
}

export const keepSentence = ({ key, values }: Sentence): KeptSentence => ({ key, values: values.map(keepValue) });

function keepValue(value: Value): KeptValue {
  if (value instanceof Sentence) return keepSentence(value);
  if (value instanceof Grouped) return { grouped: value.quantity };
  if (value instanceof Tongue) return { tongue: value.tag };
  if (!(value instanceof Moment)) return value;
  const { at, timeZone, english } = value;
  return { at: at.toISOString(), timeZone, ...(english === undefined ? {} : { english }) };
}

const readSentence = ({ key, values }: KeptSentence): Sentence => new Sentence(key, values.map(readValue));

function readValue(value: KeptValue): Value {
  if (typeof value !== 'object') return value;
  if ('grouped' in value) return new Grouped(value.grouped);
  if ('tongue' in value) return new Tongue(value.tongue);
  return 'key' in value ? readSentence(value) : new Moment(new Date(value.at), value.timeZone, value.english);
}
