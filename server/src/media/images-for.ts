import type { Platform, PostMedia } from '../platforms/platform.ts';
import type { Media } from './media.entity.ts';
import { mostImageBytes } from './prepare-media.ts';
import type { Rendition } from './rendition.entity.ts';

/** A picture under the description that it is to go out with. */
export interface UsablePicture {
  media: Pick<Media, 'id' | 'altText'>;
  renditions: Rendition[];
}

/**
 * The pictures of a post in the form that this platform takes: themselves, or the largest form of the
 * right type that is small enough, else the smallest there is.
 */
export function imagesFor(platform: Platform, media: readonly UsablePicture[]): PostMedia[] {
  const most = mostImageBytes(platform) ?? Number.POSITIVE_INFINITY;
  return media.flatMap(({ media: picture, renditions }): PostMedia[] => {
    // The picture itself before any form of it, whatever has more bytes: a JPEG on white may be the larger file.
    const [whole, ...forms] = renditions;
    const best = [...(whole ? [whole] : []), ...forms.toSorted((a, b) => b.byteSize - a.byteSize)];
    const taken = best.filter(({ mimeType }) => platform.imageTypes?.includes(mimeType) ?? true);
    const rendition = taken.find(({ byteSize }) => byteSize <= most) ?? taken.at(-1) ?? best.at(-1);
    return rendition ? [asPostMedia(picture, rendition)] : [];
  });
}

/** One form of a picture, as platforms and previews take it. */
export function asPostMedia(
  { id: mediaId, altText }: UsablePicture['media'],
  { sha256, mimeType, byteSize, width, height }: Rendition,
): PostMedia {
  return { kind: 'image', bytes: byteSize, altText, file: { mediaId, sha256, mimeType, width, height } };
}
