import { type Sentence, say } from '../languages/sentence.ts';

const MAX_LENGTH = 80;

/** The first non-empty line, without Markdown's heading marks, cut between words. */
export function draftTitle(sourceText: string): string {
  const line =
    sourceText
      .split(/\r?\n/, 50)
      .map((text) => text.replace(/^[#>*\-\s]+/, '').trim())
      .find((text) => text !== '') ?? sourceText.trim();
  if (line.length <= MAX_LENGTH) return line;
  const head = Array.from(line.slice(0, MAX_LENGTH)).slice(0, -1).join('');
  const lastSpace = head.lastIndexOf(' ');
  return `${(lastSpace > MAX_LENGTH / 2 ? head.slice(0, lastSpace) : head).trimEnd()}…`;
}

/**
 * Normalizes comments of people, agents and clients on a decision: keeps lines, removes control characters and
 * changes of text direction, which could mislead approvers.
 */
export function plainWords(given: string): string {
  return given
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
    .trim();
}

/**
 * Why a text cannot be stored exactly as sent, as the rest of a sentence; null if it can. PostgreSQL accepts
 * no NUL, and a
 * lone surrogate has no UTF-8: it would be read back as another character than the one hashed and approved.
 */
export function textFault(text: string): Sentence | null {
  if (text.includes('\0')) return say`must not contain a NUL character.`;
  if (!text.isWellFormed()) return say`contains half of a surrogate pair; send valid Unicode.`;
  return null;
}
