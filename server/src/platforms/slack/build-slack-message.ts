import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { JsonObject, Post } from '../platform.ts';
import { networkFacets } from '../text/network-facets.ts';
import { storableText } from '../text/storable-text.ts';

/**
 * The literal text, never parsed as markup. With images it becomes a block of rich text, since the comment of a file
 * cannot be marked as plain text (docs.slack.dev, files.completeUploadExternal).
 */
export function buildSlackMessage(network: NetworkRules, { text, media }: Post): JsonObject {
  const { images } = signedImages(media);
  const words = storableText(text);
  if (!images) return { text: escapeText(words), mrkdwn: false };
  return { blocks: words.trim() === '' ? [] : [richText(network, words)], images };
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
