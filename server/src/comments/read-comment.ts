import { plainWords } from '../drafts/text/plain-words.ts';
import { textFault } from '../drafts/text/text-fault.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say, type Words } from '../languages/sentence.ts';

const MOST = FIELD_RULES.comment.text.maxLength;

/**
 * Normalises a comment's text: keeps lines, removes control characters, changes of text direction and invisible
 * characters.
 */
export function readComment(given: string, pointer = '/text'): string {
  const fault = (message: Words) =>
    new DomainError('validation_failed', { message: say`The comment ${message}`, fields: [{ pointer, message }] });
  const wrong = textFault(given);
  if (wrong) throw fault(wrong);
  const text = plainWords(given).replaceAll(/\n{4,}/g, '\n\n\n');
  if (text === '') throw fault(say`must not be empty.`);
  if (text.length > MOST) throw fault(say`must not be longer than ${grouped(MOST)} characters.`);
  return text;
}
