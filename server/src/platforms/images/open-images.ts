import type { PublishCall } from '../connector.ts';
import { imagesOf } from './signed-images.ts';

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
export async function* openImages({ payload, openImage }: Pick<PublishCall, 'payload' | 'openImage'>): AsyncGenerator<OpenImage> {
  for (const [index, { sha256, mime_type: mimeType, alt_text: altText = '' }] of imagesOf(payload).entries()) {
    const fileName = `picture-${index + 1}.${mimeType === 'image/png' ? 'png' : 'jpg'}`;
    yield { bytes: await openImage(sha256), sha256, mimeType, altText, fileName };
  }
}

/** Uploads the images of a payload and returns the results in order. An upload creates no post. */
export async function uploadImages<T>(call: PublishCall, upload: (image: OpenImage) => Promise<T>): Promise<T[]> {
  const uploaded: T[] = [];
  for await (const image of openImages(call)) uploaded.push(await upload(image));
  return uploaded;
}
