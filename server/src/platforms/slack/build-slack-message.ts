import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import { slackElements } from '../text/markup/mark-texts.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';

/**
 * The literal text as a block of rich text, in which only elements of their own are links and emoji: a message's `text` turns
 * ":tada:" into an emoji even without mrkdwn, and the comment of a file cannot be marked as plain text (docs.slack.dev,
 * rich_text; files.completeUploadExternal). `text` remains for notifications.
 */
export function buildSlackMessage({ parts: [words] }: PostWords, { media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const blocks = words.text.trim() === '' ? [] : [{ type: 'rich_text', elements: slackElements(words) }];
  return images ? { blocks, images } : { text: escapeText(words.text), mrkdwn: false, blocks };
}

/** Three characters are escaped in any text (docs.slack.dev, formatting message text). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
