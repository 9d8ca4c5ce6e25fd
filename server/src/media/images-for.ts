import type { Platform, PostMedia, VideoTracks } from '../platforms/platform.ts';
import type { Media } from './media.entity.ts';
import { mostImageBytes } from './prepare-media.ts';
import { DOCUMENT_TYPE, isLarge, isVideo, type Rendition } from './rendition.entity.ts';

/** An image or a video with its published description. */
export interface UsablePicture {
  media: Pick<Media, 'id' | 'altText'> & { seconds?: Media['seconds']; tracks?: Media['tracks'] };
  renditions: Rendition[];
}

/**
 * The images and videos of a post, the images in a form that this platform accepts: the original, or the largest rendition of a permitted
 * type that is small enough, else the smallest.
 */
export function imagesFor(platform: Platform, media: readonly UsablePicture[]): PostMedia[] {
  const most = mostImageBytes(platform) ?? Number.POSITIVE_INFINITY;
  return media.flatMap(({ media: picture, renditions }): PostMedia[] => {
    // The original precedes renditions, whatever their size: a JPEG on white may be larger.
    const [whole, ...forms] = renditions;
    if (whole && isLarge(whole.mimeType)) return [asPostMedia(picture, whole)];
    const best = [...(whole ? [whole] : []), ...forms.toSorted((a, b) => b.byteSize - a.byteSize)];
    const taken = best.filter(({ mimeType }) => platform.imageTypes?.includes(mimeType) ?? true);
    const rendition = taken.find(({ byteSize }) => byteSize <= most) ?? taken.at(-1) ?? best.at(-1);
    return rendition ? [asPostMedia(picture, rendition)] : [];
  });
}

/** One rendition of an image or a video, for platforms and previews. */
export function asPostMedia(
  { id: mediaId, altText, seconds, tracks }: UsablePicture['media'],
  { sha256, mimeType, byteSize, width, height }: Rendition,
): PostMedia {
  const file = { mediaId, sha256, mimeType, width, height };
  if (mimeType === DOCUMENT_TYPE) return { kind: 'document', bytes: byteSize, altText, file };
  if (!isVideo(mimeType)) return { kind: 'image', bytes: byteSize, altText, file, ...(tracks?.frames && { frames: tracks.frames }) };
  const { seconds: exactly = seconds, ...encoding } = tracks ?? {};
  return {
    ...{ kind: 'video', bytes: byteSize, altText, file },
    ...(exactly != null && { seconds: exactly }),
    ...(tracks && { tracks: encoding as VideoTracks }),
  };
}
