import { keepWords } from '../languages/kept-sentence.ts';
import type { Words } from '../languages/sentence.ts';
import type { Publication } from './publication.entity.ts';

/** The row's columns for why a publication has not succeeded. */
export function asFailure(words: Words): Pick<Publication, 'failureMessage' | 'failureSentence'> {
  const { message, sentence } = keepWords(words);
  return { failureMessage: message, failureSentence: sentence };
}
