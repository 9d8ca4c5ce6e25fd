import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { htmlText } from '../text/markup/html-text.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { wordpressText } from './wordpress-text.ts';

/** Title, tags and HTML of a post, and nothing that is not in the text. */
export function buildArticle({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: wordpressText(title ?? ''),
    content: htmlText(words, wordpressText),
    ...(tags.length > 0 && { tags: tags.map(storableText) }),
    ...signedImages(media),
  };
}
