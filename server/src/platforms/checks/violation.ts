import { keepSentence, wordsOf } from '../../languages/kept-sentence.ts';
import type { Sentence, Words } from '../../languages/sentence.ts';
import type { Violation } from '../platform.ts';

type SaidViolation = Omit<Violation, 'message' | 'remedy' | 'sentences'> & { message: Sentence; remedy: Sentence };

/** A violation in serialised form, for threads and rows. */
export function violation({ message, remedy, ...about }: SaidViolation): Violation {
  const sentences = { message: keepSentence(message), remedy: keepSentence(remedy) };
  return { ...about, message: String(message), remedy: String(remedy), sentences };
}

/** Its texts, for translation. */
export function wordsOfViolation({ message, remedy, sentences }: Pick<Violation, 'message' | 'remedy' | 'sentences'>): {
  message: Words;
  remedy: Words;
} {
  return {
    message: wordsOf({ message, sentence: sentences?.message }),
    remedy: wordsOf({ message: remedy, sentence: sentences?.remedy }),
  };
}
