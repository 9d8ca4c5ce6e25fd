import { keepWords } from '../languages/kept-sentence.ts';
import type { Words } from '../languages/sentence.ts';
import type { Publication } from './publication.entity.ts';

/** Why a publication has not succeeded, as its row keeps it. */
export function asFailure(words: Words): Pick<Publication, 'failureMessage' | 'failureSentence'> {
  const { message, sentence } = keepWords(words);
  return { failureMessage: message, failureSentence: sentence };
}
