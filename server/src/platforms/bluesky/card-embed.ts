import type { JsonObject, Post } from '../platform.ts';
import { storableText } from '../text/storable-text.ts';
import { imageBlob } from './image-embed.ts';

/**
 * The card of a link (lexicon app.bsky.embed.external), word for word as it was signed: Bluesky
 * fetches nothing by itself. Of a page that nobody could look at it has the address alone.
 */
export function cardEmbed({ link, card }: Post): JsonObject | null {
  if (link === null || !URL.parse(link)) return null;
  const thumb = card?.image && imageBlob(card.image);
  const external = {
    uri: storableText(link),
    title: storableText(card?.title ?? new URL(link).host),
    description: storableText(card?.description ?? ''),
    ...(thumb && { thumb }),
  };
  return { $type: 'app.bsky.embed.external', external };
}
