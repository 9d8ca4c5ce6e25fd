import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { type PostExtras, type PostWords, type ReadText, stretchesOf } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { wordpressText } from './wordpress-text.ts';

/** Title, tags and HTML of a post: paragraphs, line breaks and links, and nothing that is not in the text. */
export function buildArticle({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  const paragraphs = toHtml(words)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return {
    title: wordpressText(title ?? ''),
    content: paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('\n'),
    ...(tags.length > 0 && { tags: tags.map(storableText) }),
    ...signedImages(media),
  };
}

const toHtml = (words: ReadText): string =>
  stretchesOf(words, 'link')
    .map(({ text, facet }) => (facet ? `<a href="${wordpressText(facet.target)}">${wordpressText(text)}</a>` : wordpressText(text)))
    .join('');
