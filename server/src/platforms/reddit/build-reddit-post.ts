import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';

/**
 * reddit.com/dev/api, POST /api/submit: a post has pictures, or is a link, or is a text. It is a link only where no
 * text would be lost: where the text is nothing but the title or the link.
 */
export function buildRedditPost({ title, parts: [{ text, sent }] }: PostWords, { link, media, settings }: PostExtras): JsonObject {
  const { images } = signedImages(media, { hasAltText: false });
  const named = { title: title ?? '', ...settings };
  if (images) return { kind: images.length > 1 ? 'gallery' : 'image', ...named, text: sent, images };
  const words = text.trim();
  const isBare = words === '' || words === link || (words === title && link !== null && !words.includes(link));
  if (link !== null && isBare) return { kind: 'link', ...named, url: storableText(link) };
  return { kind: 'self', ...named, text: sent };
}
