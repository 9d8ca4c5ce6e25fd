import { texts } from '../../messages/en/scopes.ts';

/** What each scope of a grant permits, as the rest of a sentence after "It may". */
const words: Record<string, string> = texts;

export function scopeWords(scope: string): string {
  return words[scope] ?? scope;
}

/** The one scope that lets something out without a person. */
export const UNATTENDED = 'publish:auto';
