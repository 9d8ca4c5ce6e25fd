import { listAt } from '../api/read-json.ts';
import { imagesOf, signedImages } from '../images.ts';
import type { Json, JsonObject } from '../platform.ts';
import { type PostExtras, type PostWords, type ReadText, storableText } from '../text/read-words.ts';
import { stretchesOf } from '../text/stretches.ts';
import { signedVideo, videoOf } from '../videos.ts';

/**
 * A post in Tumblr's own format (github.com/tumblr/docs npf-spec.md): a text block for each paragraph, and a link block
 * for a link that is shown as a card or is not in the text.
 */
export function buildTumblrPost({ parts: [words] }: PostWords, { tags, link, media }: PostExtras): JsonObject {
  const hasLinkBlock = link !== null && (!media?.length || !words.text.includes(link));
  return {
    content: [...paragraphsOf(words), ...(hasLinkBlock ? [{ type: 'link', url: storableText(link) }] : [])],
    ...(tags.length > 0 && { tags: tags.map(storableText).join(',') }),
    ...signedImages(media),
    ...signedVideo(media),
  };
}

interface Paragraph {
  text: string;
  formatting: JsonObject[];
}

/** Positions are code points: "Unicode code points are always treated as one character in this indexing". */
function paragraphsOf(words: ReadText): JsonObject[] {
  const paragraphs: Paragraph[] = [{ text: '', formatting: [] }];
  for (const { text, facet } of stretchesOf(words, 'link')) {
    const [first = '', ...rest] = facet ? [text] : text.split(/\n\s*\n/);
    append(paragraphs, first, facet?.target);
    for (const paragraph of rest) {
      paragraphs.push({ text: '', formatting: [] });
      append(paragraphs, paragraph);
    }
  }
  return paragraphs.flatMap(({ text, formatting }): JsonObject[] =>
    text.trim() === '' ? [] : [{ type: 'text', text, ...(formatting.length > 0 && { formatting }) }],
  );
}

function append(paragraphs: Paragraph[], text: string, url?: string): void {
  const last = paragraphs.at(-1);
  if (!last) return;
  const start = [...last.text].length;
  if (url !== undefined) last.formatting.push({ start, end: start + [...text].length, type: 'link', url });
  last.text += text;
}

/** The words of a post's blocks, as one text. */
export const wordsOfBlocks = (content: readonly JsonObject[]): string =>
  content
    .flatMap(({ type, text }) => (type === 'text' ? [String(text).trim()] : []))
    .filter(Boolean)
    .join('\n\n');

/**
 * The addresses of a post's link cards, one a line; null where they are not known. Readers get a redirect as `url`, and the
 * address as `display_url` (npf-spec.md, Content Block Type: Link).
 */
export function linksOfBlocks(content: readonly JsonObject[], isPublished: boolean): string | null {
  const links = content.flatMap(({ type, url, display_url: shown }) => (type === 'link' ? [isPublished ? shown : url] : []));
  if (links.some((link) => typeof link !== 'string')) return null;
  return links.map((link) => URL.parse(String(link))?.href ?? String(link)).join('\n');
}

/** Whether the cards of a post lead elsewhere than those of a payload. */
export function hasOtherLinks(post: Json, payload: JsonObject): boolean {
  const links = linksOfBlocks(listAt(post, 'content') as JsonObject[], true);
  return links !== null && links !== linksOfBlocks(payload.content as JsonObject[], false);
}

/** Whether a post of the blog has the words and files of a payload; a reblog has a trail (npf-spec.md, Reblog Trail). */
export function isSame(post: Json, payload: JsonObject): boolean {
  const content = listAt(post, 'content') as JsonObject[];
  const has = (type: string): number => content.filter((block) => block.type === type).length;
  return (
    listAt(post, 'trail').length === 0 &&
    wordsOfBlocks(content) === wordsOfBlocks(payload.content as JsonObject[]) &&
    has('image') === imagesOf(payload).length &&
    has('video') === (videoOf(payload) ? 1 : 0)
  );
}
