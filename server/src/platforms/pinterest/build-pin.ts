import { signedImages } from '../images/signed-images.ts';
import type { JsonObject, PostMedia } from '../platform.ts';
import { fitText } from '../text/fit-text.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';

/** PinCreate.alt_text (maxLength 500). */
const ALT_TEXT = { max: 500, unit: 'code_points' } as const;

/** developers.pinterest.com, PinCreate: a pin has one description for all of its pictures. */
export function buildPin({ title, parts: [{ text }] }: PostWords, { link, media }: PostExtras): JsonObject {
  const altText = altTextOf(media);
  return {
    ...(title && { title }),
    description: text,
    ...(link !== null && { link: storableText(link) }),
    ...(altText && { alt_text: altText }),
    ...signedImages(media, { hasAltText: false }),
  };
}

function altTextOf(media: readonly PostMedia[] = []): string {
  const texts = media.map(({ altText = '' }) => storableText(altText).trim()).filter((text) => text !== '');
  return fitText(texts.join('\n'), [ALT_TEXT]);
}
