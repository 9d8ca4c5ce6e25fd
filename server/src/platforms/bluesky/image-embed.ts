import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';
import type { JsonObject, PostMedia } from '../platform.ts';
import { storableText } from '../text/read-words.ts';

const RAW = 0x55;
const SHA2_256 = 0x12;

/**
 * The images of a post as its record names them. A blob's name follows from its bytes (CIDv1, raw, SHA-256), so the
 * record is complete, and signed, before anything is uploaded.
 */
export function imageEmbed(media: readonly PostMedia[]): JsonObject | null {
  const images = media.flatMap((picture): JsonObject[] => {
    if (picture.kind !== 'image') return [];
    const { file, altText = '' } = picture;
    const image = imageBlob(picture);
    return file && image ? [{ image, alt: storableText(altText), aspectRatio: { width: file.width, height: file.height } }] : [];
  });
  return images.length > 0 ? { $type: 'app.bsky.embed.images', images } : null;
}

/**
 * The video of a post (lexicon app.bsky.embed.video), or null. The app prepares it once the post is there, from the very
 * bytes that were signed (docs.bsky.app, tutorials/video, "Simple method").
 */
export function videoEmbed(media: readonly PostMedia[]): JsonObject | null {
  const film = media.find(({ kind }) => kind === 'video');
  const video = film && imageBlob(film);
  if (!film?.file || !video) return null;
  const { width, height } = film.file;
  const alt = storableText(film.altText ?? '').trim();
  const { subtitles } = film;
  const file = subtitles?.isSent ? imageBlob(subtitles) : null;
  const captions = subtitles && file && [{ lang: subtitles.language, file }];
  return { $type: 'app.bsky.embed.video', video, ...(captions && { captions }), ...(alt && { alt }), aspectRatio: { width, height } };
}

/** An image as records name it; null while its bytes are unknown. */
export function imageBlob({ file, bytes }: Pick<PostMedia, 'file' | 'bytes'>): JsonObject | null {
  return file ? { $type: 'blob', ref: { $link: blobCid(file.sha256) }, mimeType: file.mimeType, size: bytes } : null;
}

interface Blob {
  ref: { $link: string };
  mimeType: string;
  size: number;
}

interface Embed {
  images?: { image: Blob }[];
  external?: { thumb?: Blob };
  video?: Blob;
  /** Subtitles. */
  captions?: { lang: string; file: Blob }[];
}

/** The images that a record names, including its card's: to be uploaded before it is written. */
export function blobsOf(record: JsonObject): { sha256: string; mimeType: string; size: number }[] {
  const embed = record.embed as Embed | undefined;
  const { images = [], captions = [], external, video } = embed ?? {};
  const blobs = [...images.map(({ image }) => image), external?.thumb ?? [], video ?? [], ...captions.map(({ file }) => file)].flat();
  return blobs.map(({ ref, mimeType, size }) => ({ sha256: sha256OfBlob(ref.$link), mimeType, size }));
}

export function blobCid(sha256: string): string {
  return CID.createV1(RAW, createDigest(SHA2_256, Buffer.from(sha256, 'hex'))).toString();
}

function sha256OfBlob(cid: string): string {
  return Buffer.from(CID.parse(cid).multihash.digest).toString('hex');
}
