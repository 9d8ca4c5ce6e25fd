import type { QueryClient } from '@tanstack/react-query';
import { forgetFormWords } from '../../../components/unsaved/use-kept-words.ts';
import { editsName, noteName } from '../detail/use-edits.ts';

/** Removes the kept edits and note of an approval that is decided. */
export function forgetDecided(queryClient: QueryClient, approvalId: string): void {
  forgetFormWords(queryClient, editsName(approvalId));
  forgetFormWords(queryClient, noteName(approvalId));
}
