import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';
import type { JsonObject, PostMedia } from '../platform.ts';
import { storableText } from '../storable-text.ts';

const RAW = 0x55;
const SHA2_256 = 0x12;

/**
 * The pictures of a post as its record names them. A blob's name follows from its bytes (CIDv1, raw,
 * SHA-256), so the record is complete, and signed, before anything is uploaded.
 */
export function imageEmbed(media: readonly PostMedia[]): JsonObject | null {
  const images = media.flatMap(({ file, bytes, altText = '' }): JsonObject[] => {
    if (!file) return [];
    const image = { $type: 'blob', ref: { $link: blobCid(file.sha256) }, mimeType: file.mimeType, size: bytes };
    return [{ image, alt: storableText(altText), aspectRatio: { width: file.width, height: file.height } }];
  });
  return images.length > 0 ? { $type: 'app.bsky.embed.images', images } : null;
}

/** The pictures that a record names: what has to be uploaded before it is written. */
export function blobsOf(record: JsonObject): { sha256: string; mimeType: string }[] {
  const embed = record.embed as { images?: { image: { ref: { $link: string }; mimeType: string } }[] } | undefined;
  return (embed?.images ?? []).map(({ image }) => ({ sha256: sha256OfBlob(image.ref.$link), mimeType: image.mimeType }));
}

export function blobCid(sha256: string): string {
  return CID.createV1(RAW, createDigest(SHA2_256, Buffer.from(sha256, 'hex'))).toString();
}

function sha256OfBlob(cid: string): string {
  return Buffer.from(CID.parse(cid).multihash.digest).toString('hex');
}
