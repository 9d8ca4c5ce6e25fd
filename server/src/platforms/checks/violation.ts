import { type Grouped, type LocalizedMessage, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredSentence } from '../../languages/stored-message.ts';
import type { RuleUnit, Violation } from '../platform.ts';
import { measureText } from '../text/text-length.ts';
import { fittingLength, type TextLimit } from '../text/text-limits.ts';

/** An amount of a unit: "280 weighted characters". */
export const IN_UNIT: Record<RuleUnit, (count: number | Grouped) => Sentence> = {
  weighted: (count) => say`${count} weighted characters`,
  graphemes: (count) => say`${count} characters`,
  utf16: (count) => say`${count} UTF-16 units`,
  code_points: (count) => say`${count} code points`,
  bytes: (count) => say`${count} UTF-8 bytes`,
  emoji_as_bytes: (count) => say`${count} characters (an emoji counts as its bytes)`,
  items: (count) => say`${count} items`,
  megabytes: (count) => say`${count} megabytes`,
  seconds: (count) => say`${count} seconds`,
  percent: (count) => say`${count} percent`,
  per_second: (count) => say`${count} frames per second`,
  pixels: (count) => say`${count} pixels`,
};

/** The message for a length and its maximum. */
export type TellLength = (length: Sentence, label: string, max: number) => Sentence;

/** How a text exceeds one limit, with the excess span; null if it does not. `counted`: the text as it is sent. */
export function lengthViolation(
  label: string,
  limit: TextLimit,
  { code, field, tell, text, counted = text }: { code: string; field: string; tell: TellLength; text: string; counted?: string },
): Violation | null {
  const count = measureText(counted, limit);
  const { max, unit } = limit;
  if (count <= max) return null;
  return violation({
    code,
    field,
    message: tell(IN_UNIT[unit](count), label, max),
    remedy: say`Shorten it by ${IN_UNIT[unit](count - max)}.`,
    count,
    limit: max,
    unit,
    span: { start: Math.min(text.length - 1, fittingLength(text, [limit])), end: text.length },
  });
}

type SaidViolation = Omit<Violation, 'message' | 'remedy' | 'sentences'> & { message: Sentence; remedy: Sentence };

/** A violation in serialised form, for threads and rows. */
export function violation({ message, remedy, ...about }: SaidViolation): Violation {
  const sentences = { message: toStoredSentence(message), remedy: toStoredSentence(remedy) };
  return { ...about, message: String(message), remedy: String(remedy), sentences };
}

/** Its texts, for translation. */
export function wordsOfViolation({ message, remedy, sentences }: Pick<Violation, 'message' | 'remedy' | 'sentences'>): {
  message: LocalizedMessage;
  remedy: LocalizedMessage;
} {
  return {
    message: fromStoredMessage({ message, sentence: sentences?.message }),
    remedy: fromStoredMessage({ message: remedy, sentence: sentences?.remedy }),
  };
}
