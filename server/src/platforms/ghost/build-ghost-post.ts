import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { htmlText } from '../text/markup/html-text.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';

/**
 * Title, tags and HTML of a post, and nothing that is not in the text. The visibility is set because a site's default
 * may be members only; a newsletter is never named.
 */
export function buildGhostPost({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: title ?? '',
    html: htmlText(words, ghostHtml),
    visibility: 'public',
    // A name with a number sign would be an internal tag, which is not shown.
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ name: storableText(tag) })) }),
    ...signedImages(media),
  };
}

/** The text as HTML, of which readers are served exactly the text. */
export const ghostHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
