import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { type PostExtras, type PostWords, type ReadText, stretchesOf } from '../text/read-words.ts';

/**
 * The literal text as a block of rich text, in which only elements of their own are links and emoji: a message's `text` turns
 * ":tada:" into an emoji even without mrkdwn, and the comment of a file cannot be marked as plain text (docs.slack.dev,
 * rich_text; files.completeUploadExternal). `text` remains for notifications.
 */
export function buildSlackMessage({ parts: [words] }: PostWords, { media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const blocks = words.text.trim() === '' ? [] : [richText(words)];
  return images ? { blocks, images } : { text: escapeText(words.text), mrkdwn: false, blocks };
}

function richText(words: ReadText): JsonObject {
  const elements = stretchesOf(words, 'link').map(
    ({ text, facet }): JsonObject => (facet ? { type: 'link', url: facet.target, text } : { type: 'text', text }),
  );
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Three characters are escaped in any text (docs.slack.dev, formatting message text). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
