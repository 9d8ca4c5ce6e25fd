import type { CoverForm, Platform, PostMedia, VideoCover, VideoSubtitles, VideoTracks } from '../platforms/platform.ts';
import type { Media } from './media.entity.ts';
import type { MediaWithRenditions } from './media-queries.ts';
import { mostImageBytes } from './prepare-media.ts';
import { DOCUMENT_TYPE, isLarge, isVideo, type Rendition, VTT_TYPE } from './rendition.entity.ts';

/** An image or a video with its published description. */
export interface UsablePicture extends Pick<MediaWithRenditions, 'renditions' | 'cover' | 'subtitles'> {
  media: Pick<Media, 'id' | 'altText'> & Partial<Pick<Media, 'seconds' | 'tracks' | 'words'>>;
}

/**
 * The images and videos of a post, the images in a form that this platform accepts: the original, or the
 * largest sufficiently small rendition of a permitted type, otherwise the smallest.
 */
export function imagesFor(platform: Platform, media: readonly UsablePicture[]): PostMedia[] {
  return media.flatMap((picture): PostMedia[] => {
    const [whole] = picture.renditions;
    if (!whole) return [];
    if (isVideo(whole.mimeType)) return [{ ...asPostMedia(picture.media, whole), ...videoExtras(platform, picture) }];
    if (isLarge(whole.mimeType)) return [asPostMedia(picture.media, whole)];
    const rendition = formFor(picture.renditions, mostImageBytes(platform), platform.imageTypes);
    return rendition ? [asPostMedia(picture.media, rendition)] : [];
  });
}

function formFor(
  [whole, ...forms]: readonly Rendition[],
  most: number | null,
  types: readonly string[] | undefined,
): Rendition | undefined {
  // The original precedes renditions, whatever their size: a JPEG on white may be larger.
  const best = [...(whole ? [whole] : []), ...forms.toSorted((a, b) => b.byteSize - a.byteSize)];
  const taken = best.filter(({ mimeType }) => types?.includes(mimeType) ?? true);
  return taken.find(({ byteSize }) => most === null || byteSize <= most) ?? taken.at(-1) ?? best.at(-1);
}

/** The cover and the subtitles of a video, in the form that this platform accepts. */
function videoExtras(platform: Platform, { cover, subtitles }: UsablePicture): Pick<PostMedia, 'cover' | 'subtitles'> {
  const shown = subtitles && subtitlesFor(platform, subtitles);
  return { ...(cover && { cover: coverFor(platform, cover) }), ...(shown && { subtitles: shown }) };
}

function coverFor(platform: Platform, { picture, atMs }: NonNullable<UsablePicture['cover']>): VideoCover {
  const rule = platform.rules.find(({ field }) => field === 'cover_size');
  const form = picture && formFor(picture.renditions, rule ? rule.max * 1_000_000 : null, platform.coverTypes);
  const isPossible: Record<CoverForm, boolean> = {
    uploaded: form !== null,
    fetched: form !== null && !platform.imageObstacle,
    moment: atMs !== null,
  };
  return {
    ...(picture && form && { file: fileOf(picture.media.id, form), bytes: form.byteSize }),
    ...(atMs !== null && { atMs }),
    sentAs: platform.takesCover?.find((way) => isPossible[way]) ?? null,
  };
}

function subtitlesFor(
  { takesSubtitles }: Platform,
  { file, language }: NonNullable<UsablePicture['subtitles']>,
): VideoSubtitles | undefined {
  const { media, renditions } = file;
  // Browsers play WebVTT.
  const form = renditions.find(({ mimeType }) => mimeType === (takesSubtitles ?? VTT_TYPE));
  const shown = renditions.find(({ mimeType }) => mimeType === VTT_TYPE);
  if (!form || !shown) return undefined;
  const isSent = takesSubtitles !== undefined;
  return { file: fileOf(media.id, form), bytes: form.byteSize, language, words: media.words ?? '', shown: shown.sha256, isSent };
}

const fileOf = (mediaId: string, { sha256, mimeType, width, height }: Rendition) => ({ mediaId, sha256, mimeType, width, height });

/** One rendition of an image or a video, for platforms and previews. */
export function asPostMedia({ id, altText, seconds, tracks }: UsablePicture['media'], rendition: Rendition): PostMedia {
  const { mimeType, byteSize: bytes } = rendition;
  const file = fileOf(id, rendition);
  if (mimeType === DOCUMENT_TYPE) return { kind: 'document', bytes, altText, file };
  if (!isVideo(mimeType)) return { kind: 'image', bytes, altText, file, ...(tracks?.frames && { frames: tracks.frames }) };
  const { seconds: exactly = seconds, ...encoding } = tracks ?? {};
  return {
    ...{ kind: 'video', bytes, altText, file },
    ...(exactly != null && { seconds: exactly }),
    ...(tracks && { tracks: encoding as VideoTracks }),
  };
}
