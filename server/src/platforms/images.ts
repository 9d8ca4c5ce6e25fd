import { type Sentence, say } from '../languages/sentence.ts';
import type { PublishCall } from './connector.ts';
import type { JsonObject, PostMedia } from './platform.ts';
import { storableText } from './text/read-words.ts';

/** An image in a payload: the signed hash of its bytes, and its description. */
export type SignedImage = { sha256: string; mime_type: string; alt_text?: string };

/** The images of a post for its payload, with the descriptions that they have; nothing if there are none. */
export function signedImages(media: readonly PostMedia[] | undefined): { images?: SignedImage[] } {
  const images = (media ?? []).flatMap(({ kind, file, altText = '' }): SignedImage[] => {
    if (kind !== 'image' || !file) return [];
    const altTextPart = altText.trim() !== '' ? { alt_text: storableText(altText) } : {};
    return [{ sha256: file.sha256, mime_type: file.mimeType, ...altTextPart }];
  });
  return images.length > 0 ? { images } : {};
}

/** Why a post whose pictures are part of its text cannot be edited: new words would replace them. */
export const MEDIA_IN_TEXT: Sentence = say`Its pictures are part of the text there, which an edit would replace.`;

/** The images that a payload names. */
export function imagesOf(payload: JsonObject): SignedImage[] {
  return (Array.isArray(payload.images) ? payload.images : []) as SignedImage[];
}

/** The payload without its images, its video and its document, for platforms that need them separately. */
export function withoutImages(payload: JsonObject): JsonObject {
  const { images: _, video: __, document: ___, ...content } = payload;
  return content;
}

const ENDINGS: Readonly<Record<string, string>> = {
  ...{ 'image/png': 'png', 'image/gif': 'gif' },
  ...{ 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm', 'application/pdf': 'pdf' },
};

/** Of a file's name. */
export const endingOf = (mimeType: string): string => ENDINGS[mimeType] ?? 'jpg';

/** A signed image with its bytes, ready to be uploaded. */
export interface OpenImage {
  bytes: Buffer;
  sha256: string;
  mimeType: string;
  /** Empty if none was written. */
  altText: string;
  /** Anonymous, since platforms may show it. */
  fileName: string;
}

/** The images of the payload in order, each opened when it is needed. */
async function* openImages({ payload, openImage }: Pick<PublishCall, 'payload' | 'openImage'>): AsyncGenerator<OpenImage> {
  for (const [index, { sha256, mime_type: mimeType, alt_text: altText = '' }] of imagesOf(payload).entries()) {
    const fileName = `picture-${index + 1}.${endingOf(mimeType)}`;
    yield { bytes: await openImage(sha256), sha256, mimeType, altText, fileName };
  }
}

/**
 * As `uploadImages`, for networks that take few uploads: what one returned, for instance an address, is kept in the
 * intent, and another attempt goes on after it.
 */
export async function uploadImagesOnce(
  call: PublishCall,
  upload: (image: OpenImage) => Promise<string>,
): Promise<{ id: string; altText: string }[]> {
  const { intent, onUploaded } = call;
  const kept: JsonObject = { ...(intent.keys.uploads as JsonObject | undefined) };
  return uploadImages(call, async (image) => {
    const { sha256, altText } = image;
    const known = kept[sha256];
    if (typeof known === 'string') return { id: known, altText };
    const id = await upload(image);
    kept[sha256] = id;
    await onUploaded({ uploads: { ...kept } }, Object.keys(kept).length);
    return { id, altText };
  });
}

/** Uploads the images of a payload and returns the results in order. An upload creates no post. */
export async function uploadImages<T>(call: PublishCall, upload: (image: OpenImage) => Promise<T>): Promise<T[]> {
  const uploaded: T[] = [];
  for await (const image of openImages(call)) uploaded.push(await upload(image));
  return uploaded;
}
