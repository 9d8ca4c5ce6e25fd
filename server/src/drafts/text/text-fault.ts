import { type Sentence, say } from '../../languages/sentence.ts';
/**
 * Why a text cannot be stored exactly as sent, as the rest of a sentence; null if it can. PostgreSQL accepts no NUL,
 * and a lone surrogate has no UTF-8: it would be read back as another character than the one hashed and approved.
 */
export function textFault(text: string): Sentence | null {
  if (text.includes('\0')) return say`must not contain a NUL character.`;
  if (!text.isWellFormed()) return say`contains half of a surrogate pair; send valid Unicode.`;
  return null;
}
