import { ChooseLanguageDocument, type Language as WireLanguage } from '../gql/graphql.ts';
import { runDocument } from './http/run-document.ts';
import { type Language, speak, speakAs } from './language.ts';
import type { Viewer } from './viewer.ts';

/** Speaks this language here from now on, and has the person written to in it. */
export async function chooseLanguage(next: Language): Promise<void> {
  // The choice applies to this device even if the server is not reached.
  await runDocument(ChooseLanguageDocument, { language: next.toUpperCase() as Uppercase<Language> }).catch(() => undefined);
  speak(next);
}

/** As `speakAs`, for the signed-in person. */
export function followPerson({ language }: Pick<Viewer, 'language'>): boolean {
  return language !== null && speakAs(language.toLowerCase() as Lowercase<WireLanguage>);
}
