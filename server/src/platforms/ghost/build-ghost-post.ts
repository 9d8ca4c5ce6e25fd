import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { type PostExtras, type PostWords, type ReadText, stretchesOf } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';

/**
 * Title, tags and HTML of a post: paragraphs, line breaks and links, and nothing that is not in the text. The
 * visibility is set because a site's default may be members only; a newsletter is never named.
 */
export function buildGhostPost({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  const paragraphs = linked(words)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return {
    title: title ?? '',
    html: paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n'),
    visibility: 'public',
    // A name with a number sign would be an internal tag, which is not shown.
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ name: storableText(tag) })) }),
    ...signedImages(media),
  };
}

const linked = (words: ReadText): string =>
  stretchesOf(words, 'link')
    .map(({ text, facet }) => (facet ? `<a href="${ghostHtml(facet.target)}">${ghostHtml(text)}</a>` : ghostHtml(text)))
    .join('');

/** The text as HTML, of which readers are served exactly the text. */
export const ghostHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
