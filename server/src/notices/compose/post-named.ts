import type { Context } from '../../context.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { platformNames } from '../notice-page.ts';

interface NamedPost {
  words: string;
  platforms: readonly string[];
  /** Whether it changes a published post. */
  isEdit: boolean;
}

/** "“The pier opens on Friday.” for Bluesky and X", with a note if it is an edit. */
export function postNamed(tx: Context, { words, platforms, isEdit }: NamedPost): Sentence {
  const [title, names] = [draftTitle(words), platformNames(tx, platforms)];
  return isEdit ? say`“${title}” for ${names} (edit of a published post)` : say`“${title}” for ${names}`;
}
