import { hashJson } from './content-hash.ts';

/** The hash of a post's words, by which the same text is recognised however its spaces and case are written. */
export function textHash(text: string, thread: readonly string[]): string {
  return hashJson([text, ...thread].map((part) => part.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()));
}
