import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { addMedia } from './add-media.ts';
import type { UsablePicture } from './images-for.ts';
import { type MediaWithRenditions, mediaOf, reducedFrom } from './media-queries.ts';
import type { StoredMedia } from './rendition.entity.ts';

/** An image with its description in a post. */
export interface DescribedPicture {
  mediaId: string;
  /** The description; defaults to that of the upload. */
  altText?: string | null;
}

/**
 * The ids of these images with these descriptions. Images are immutable, since signed content refers to them: with
 * another description it is another image of the same bytes. Unknown ids are returned unchanged, for the draft to
 * refuse. Needs a transaction and `drafts:write`.
 */
export async function describeMedia(ctx: Context, workspaceId: string, pictures: readonly DescribedPicture[]): Promise<string[]> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  requireShort(pictures);
  const known = await findPictures(ctx, workspaceId, pictures);
  const ids: string[] = [];
  // In sequence, for the order of the audit log.
  for (const { mediaId, altText } of pictures) {
    const picture = known.get(mediaId);
    const isAnother = picture && altText != null && altText.trim() !== picture.media.altText;
    ids.push(isAnother ? (await addMedia(ctx, { workspaceId, altText, images: imagesOf(picture) })).media.id : mediaId);
  }
  return ids;
}

/** The same images for a preview: nothing is written, and unknown ones are left out. */
export async function describedMedia(ctx: Context, workspaceId: string, pictures: readonly DescribedPicture[]): Promise<UsablePicture[]> {
  const known = await findPictures(ctx, workspaceId, pictures);
  return pictures.flatMap(({ mediaId, altText }) => {
    const picture = known.get(mediaId);
    return picture
      ? [
          {
            media: { id: mediaId, altText: altText ?? picture.media.altText, seconds: picture.media.seconds, tracks: picture.media.tracks },
            renditions: picture.renditions,
          },
        ]
      : [];
  });
}

/** Images with descriptions, in the same order; an empty one uses the default. */
export function describedBy(mediaIds: readonly string[], altTexts: readonly string[]): DescribedPicture[] {
  return mediaIds.map((mediaId, index) => ({ mediaId, altText: altTexts[index] || null }));
}

/** What is wrong with descriptions given along with a list of images. */
export function altTextFaults(mediaIds: readonly string[], altTexts: readonly string[]): FieldError[] {
  if (altTexts.length > mediaIds.length) return [{ pointer: '/alt_texts', message: 'must not have more items than media_ids.' }];
  return [];
}

/** The same bytes, for another description. */
function imagesOf({ media, renditions: [whole, ...others] }: MediaWithRenditions): StoredMedia[] {
  const size = reducedFrom(media);
  const { seconds, tracks } = media;
  return whole
    ? [{ ...whole, ...(size && { reducedFrom: size }), ...(seconds != null && { seconds }), ...(tracks && { tracks }) }, ...others]
    : [];
}

async function findPictures(
  ctx: Context,
  workspaceId: string,
  pictures: readonly DescribedPicture[],
): Promise<Map<string, MediaWithRenditions>> {
  const found = await mediaOf(ctx, [...new Set(pictures.map(({ mediaId }) => mediaId))]);
  return new Map(found.filter(({ media }) => media.workspaceId === workspaceId).map((picture) => [picture.media.id, picture]));
}

function requireShort(pictures: readonly DescribedPicture[]): void {
  const { maxLength } = FIELD_RULES.picture.altText;
  const message = say`must not be longer than ${maxLength} characters.`;
  const fields = pictures.flatMap(({ altText }, index) =>
    (altText?.length ?? 0) > maxLength ? [{ pointer: `/pictures/${index}/alt_text`, message }] : [],
  );
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}
