import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { JsonObject, Post } from '../platform.ts';
import { networkFacets } from '../text/network-facets.ts';
import { storableText } from '../text/storable-text.ts';

/**
 * The literal text as a block of rich text, in which only elements of their own are links and emoji: a message's `text` turns
 * ":tada:" into an emoji even without mrkdwn, and the comment of a file cannot be marked as plain text (docs.slack.dev,
 * rich_text; files.completeUploadExternal). `text` remains for notifications.
 */
export function buildSlackMessage(network: NetworkRules, { text, media }: Post): JsonObject {
  const { images } = signedImages(media);
  const words = storableText(text);
  const blocks = words.trim() === '' ? [] : [richText(network, words)];
  return images ? { blocks, images } : { text: escapeText(words), mrkdwn: false, blocks };
}

function richText(network: NetworkRules, text: string): JsonObject {
  const elements: JsonObject[] = [];
  let from = 0;
  const addText = (end: number) => end > from && elements.push({ type: 'text', text: text.slice(from, end) });
  for (const { kind, start, end, target } of networkFacets(network, text)) {
    if (kind !== 'link') continue;
    addText(start);
    elements.push({ type: 'link', url: target, text: text.slice(start, end) });
    from = end;
  }
  addText(text.length);
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Three characters are escaped in any text (docs.slack.dev, formatting message text). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
