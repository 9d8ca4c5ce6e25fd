import type { JsonObject, PostMedia } from '../platform.ts';
import { storableText } from '../text/storable-text.ts';

/** An image in a payload: the signed hash of its bytes, and its description. */
export type SignedImage = { sha256: string; mime_type: string; alt_text?: string };

/**
 * The images of a post for its payload; nothing if there are none. Without descriptions for platforms that do not
 * support them.
 */
export function signedImages(media: readonly PostMedia[] | undefined, { hasAltText = true } = {}): { images?: SignedImage[] } {
  const images = (media ?? []).flatMap(({ kind, file, altText = '' }): SignedImage[] => {
    if (kind !== 'image' || !file) return [];
    const altTextPart = hasAltText && altText.trim() !== '' ? { alt_text: storableText(altText) } : {};
    return [{ sha256: file.sha256, mime_type: file.mimeType, ...altTextPart }];
  });
  return images.length > 0 ? { images } : {};
}

/** The images that a payload names. */
export function imagesOf(payload: JsonObject): SignedImage[] {
  return (Array.isArray(payload.images) ? payload.images : []) as SignedImage[];
}

/** The payload without its images and its video, for platforms that need them separately. */
export function withoutImages(payload: JsonObject): JsonObject {
  const { images: _, video: __, ...content } = payload;
  return content;
}
