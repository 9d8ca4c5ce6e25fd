import type { JsonObject, PostMedia } from '../platform.ts';
import { storableText } from '../text/storable-text.ts';

/** A picture as a payload names it: what is signed is the hash of its bytes, and the words that go with it. */
export type SignedImage = { sha256: string; mime_type: string; alt_text?: string };

/** The pictures of a post for its payload; nothing where it has none. A platform that knows no descriptions is given none. */
export function signedImages(media: readonly PostMedia[] | undefined, { hasAltText = true } = {}): { images?: SignedImage[] } {
  const images = (media ?? []).flatMap(({ file, altText = '' }): SignedImage[] => {
    if (!file) return [];
    const altTextPart = hasAltText && altText.trim() !== '' ? { alt_text: storableText(altText) } : {};
    return [{ sha256: file.sha256, mime_type: file.mimeType, ...altTextPart }];
  });
  return images.length > 0 ? { images } : {};
}

/** The pictures that a payload names. */
export function imagesOf(payload: JsonObject): SignedImage[] {
  return (Array.isArray(payload.images) ? payload.images : []) as SignedImage[];
}

/** The payload without its pictures, for platforms that take the two apart. */
export function withoutImages(payload: JsonObject): JsonObject {
  const { images: _, ...content } = payload;
  return content;
}
