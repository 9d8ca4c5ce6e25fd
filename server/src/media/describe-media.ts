import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { addMedia } from './add-media.ts';
import type { MediaCover, MediaExtras, MediaSubtitles } from './create-media.ts';
import type { UsablePicture } from './images-for.ts';
import { extrasOf, type MediaWithRenditions, mediaOf, reducedFrom } from './media-queries.ts';
import { IMAGE_TYPES, isSubtitles, isVideo, type StoredMedia } from './rendition.entity.ts';

/** An image or a video with its description in a post. */
export interface DescribedPicture {
  mediaId: string;
  /** The description; defaults to that of the upload. */
  altText?: string | null;
  /** For a video; absent leaves it unchanged, null removes it. */
  cover?: MediaCover | null;
  /** For a video; absent leaves them unchanged, null removes them. */
  subtitles?: MediaSubtitles | null;
}

/** Where the caller sent a field of a picture. */
type PointerOf = (index: number, field: string) => string;

type Known = ReadonlyMap<string, MediaWithRenditions>;

/**
 * The ids of these images with these descriptions, covers and subtitles. Images are immutable, since signed
 * content refers to them: with another description it is another image of the same bytes. Unknown ids are
 * returned unchanged, for the draft to refuse. Throws `validation_failed`, whose pointers the caller may give as they
 * are in its own input. Needs a transaction and `drafts:write`.
 */
export async function describeMedia(
  ctx: Context,
  workspaceId: string,
  pictures: readonly DescribedPicture[],
  pointerOf: PointerOf = (index, field) => `/pictures/${index}/${field}`,
): Promise<string[]> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const known = await findPictures(ctx, workspaceId, pictures);
  const fields = faultsOf(pictures, known, pointerOf);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  const ids: string[] = [];
  // In sequence, for the order of the audit log.
  for (const wanted of pictures) {
    const picture = known.get(wanted.mediaId);
    const made = picture && isAnother(wanted, picture) ? await addMedia(ctx, { workspaceId, ...describedAs(wanted, picture) }) : null;
    ids.push(made?.media.id ?? wanted.mediaId);
  }
  return ids;
}

/** The same images for a preview: nothing is written, and unknown ones are omitted. */
export async function describedMedia(ctx: Context, workspaceId: string, pictures: readonly DescribedPicture[]): Promise<UsablePicture[]> {
  const known = await findPictures(ctx, workspaceId, pictures);
  return pictures.flatMap((wanted): UsablePicture[] => {
    const picture = known.get(wanted.mediaId);
    if (!picture) return [];
    const { media, renditions } = picture;
    const { cover, subtitles } = extrasWanted(wanted, picture);
    const extras = extrasOf(
      {
        coverMediaId: cover?.mediaId ?? null,
        coverAtMs: cover?.atMs ?? null,
        subtitlesMediaId: subtitles?.mediaId ?? null,
        subtitlesLanguage: subtitles?.language ?? null,
      },
      (id) => (id ? (known.get(id) ?? null) : null),
    );
    const { id, altText, seconds, tracks, words } = media;
    return [{ media: { id, altText: wanted.altText ?? altText, seconds, tracks, words }, renditions, ...extras }];
  });
}

/** Images with descriptions, in the same order; an empty one uses the default. */
export function describedBy(mediaIds: readonly string[], altTexts: readonly string[]): DescribedPicture[] {
  return mediaIds.map((mediaId, index) => ({ mediaId, altText: altTexts[index] || null }));
}

/** The faults of descriptions that are submitted with a list of images. */
export function altTextFaults(mediaIds: readonly string[], altTexts: readonly string[]): FieldError[] {
  if (altTexts.length > mediaIds.length) return [{ pointer: '/alt_texts', message: 'must not have more items than media_ids.' }];
  return [];
}

/** A media item's current cover and subtitles. */
const currentExtras = ({ media }: MediaWithRenditions): MediaExtras => ({
  cover: media.coverMediaId || media.coverAtMs != null ? { mediaId: media.coverMediaId ?? null, atMs: media.coverAtMs ?? null } : null,
  subtitles:
    media.subtitlesMediaId && media.subtitlesLanguage ? { mediaId: media.subtitlesMediaId, language: media.subtitlesLanguage } : null,
});

function extrasWanted({ cover, subtitles }: DescribedPicture, picture: MediaWithRenditions): MediaExtras {
  const now = currentExtras(picture);
  return {
    cover: cover === undefined ? (now.cover ?? null) : cover,
    subtitles: subtitles === undefined ? (now.subtitles ?? null) : subtitles,
  };
}

function isAnother(wanted: DescribedPicture, picture: MediaWithRenditions): boolean {
  const hasOtherText = wanted.altText != null && wanted.altText.trim() !== picture.media.altText;
  const valuesOf = ({ cover, subtitles }: MediaExtras) =>
    JSON.stringify([cover?.mediaId, cover?.atMs, subtitles?.mediaId, subtitles?.language]);
  return hasOtherText || valuesOf(extrasWanted(wanted, picture)) !== valuesOf(currentExtras(picture));
}

function describedAs(wanted: DescribedPicture, picture: MediaWithRenditions) {
  const { altText } = picture.media;
  return { altText: wanted.altText ?? altText, images: imagesOf(picture), extras: extrasWanted(wanted, picture) };
}

/** The same bytes, for another description. */
function imagesOf({ media, renditions: [whole, ...others] }: MediaWithRenditions): StoredMedia[] {
  const size = reducedFrom(media);
  const { seconds, tracks, words } = media;
  const facts = { ...(seconds != null && { seconds }), ...(tracks && { tracks }), ...(words != null && { words }) };
  return whole ? [{ ...whole, ...(size && { reducedFrom: size }), ...facts }, ...others] : [];
}

/** The media themselves, and their requested covers and subtitles. */
async function findPictures(ctx: Context, workspaceId: string, pictures: readonly DescribedPicture[]): Promise<Known> {
  const wanted = pictures.flatMap(({ mediaId, cover, subtitles }) => [mediaId, cover?.mediaId ?? [], subtitles?.mediaId ?? []].flat());
  const found = await mediaOf(ctx, [...new Set(wanted)]);
  const extras = found.flatMap(({ cover, subtitles }) => [cover?.picture ?? [], subtitles?.file ?? []].flat());
  const own = [...extras, ...found].filter(({ media }) => media.workspaceId === workspaceId);
  return new Map(own.map((picture) => [picture.media.id, picture]));
}

function faultsOf(pictures: readonly DescribedPicture[], known: Known, pointerOf: PointerOf): FieldError[] {
  const { maxLength } = FIELD_RULES.picture.altText;
  return pictures.flatMap(({ mediaId, altText, cover, subtitles }, index) => {
    const video = known.get(mediaId);
    const faults: [string, LocalizedMessage | null][] = [
      ['alt_text', (altText?.length ?? 0) > maxLength ? say`must not be longer than ${maxLength} characters.` : null],
      ['cover', cover && video ? coverFault(cover, video, known) : null],
      ['subtitles', subtitles && video ? subtitlesFault(subtitles, video, known) : null],
    ];
    return faults.flatMap(([field, message]) => (message ? [{ pointer: pointerOf(index, field), message }] : []));
  });
}

function coverFault({ mediaId, atMs }: MediaCover, { media, renditions: [whole] }: MediaWithRenditions, known: Known) {
  if (!isVideo(whole?.mimeType ?? '')) return say`only a video has a cover.`;
  const end = media.tracks?.seconds ?? media.seconds ?? 0;
  if (atMs !== null && !(atMs >= 0 && atMs <= end * 1000)) return say`is not a moment of the video, which lasts ${Math.ceil(end)} seconds.`;
  const type = mediaId ? known.get(mediaId)?.renditions[0]?.mimeType : null;
  if (mediaId === null || IMAGE_TYPES.some((each) => each === type)) return null;
  return type === undefined ? say`names no picture of this workspace.` : say`must be a still picture.`;
}

function subtitlesFault({ mediaId, language }: MediaSubtitles, { media, renditions: [whole] }: MediaWithRenditions, known: Known) {
  if (!isVideo(whole?.mimeType ?? '')) return say`only a video has subtitles.`;
  if (!isLanguageTag(language)) return say`must name a language by its tag, for instance en or pt-BR.`;
  const file = known.get(mediaId);
  if (!file) return say`names no subtitles of this workspace.`;
  if (!isSubtitles(file.renditions[0]?.mimeType ?? '')) return say`must be an SRT or WebVTT file.`;
  const [end, length] = [file.media.seconds ?? 0, media.seconds ?? 0];
  return end > length ? say`the subtitles end after ${end} seconds, and the video after ${length}.` : null;
}

/** BCP 47, with a language of two or three letters. */
function isLanguageTag(tag: string): boolean {
  if (tag.length > FIELD_RULES.subtitles.language.maxLength || !/^[a-z]{2,3}(?:-|$)/i.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
