import { type Sentence, say } from '../../languages/sentence.ts';
/**
 * Why a text cannot be kept exactly as it was sent, in the rest of a sentence; null when it can.
 * PostgreSQL takes no NUL, and half a surrogate pair has no UTF-8: it would come back as another
 * character than the one that was hashed and approved.
 */
export function textFault(text: string): Sentence | null {
  if (text.includes('\0')) return say`must not contain a NUL character.`;
  if (!text.isWellFormed()) return say`contains half of a surrogate pair; send valid Unicode.`;
  return null;
}
