import type { Metadata, Sharp } from 'sharp';
import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { sha256Of } from './is-intact.ts';
import { ANIMATION_TYPE, type ImageType, type StoredImage, type StoredMedia } from './rendition.entity.ts';

/** A rendition with its bytes. */
export interface Image extends StoredImage {
  bytes: Buffer;
}

/** A platform's requirements for images. */
export interface ImageForm {
  /** Null without a limit. */
  mostBytes: number | null;
  isJpegOnly: boolean;
}

const MOST_PIXELS = 50_000_000;
/** No platform displays more. */
const LONGEST_SIDE = 4096;
const TAKEN: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];
const QUALITY = 82;
/** A little smaller than the bytes suggest, so few images need another round. */
const SHRINK = 0.96;
const SMALLEST_SIDE = 200;

/**
 * Decodes an upload, regardless of its name or declared type, and re-encodes it: upright, without metadata
 * (photographs include a location), as JPEG, or as PNG if it has transparency. `isStill`: for an animated
 * picture, its first frame. Throws `media_unreadable`.
 */
export async function readImage(upload: Buffer, { longestSide = LONGEST_SIDE, isStill = false } = {}): Promise<Image> {
  const image = await openImage(upload);
  const { format = '', width = 0, height = 0, pages = 1, autoOrient } = await metadataOf(image);
  if (!TAKEN.includes(format)) throw unreadable(say`It is ${format || 'no picture'}; JPEG, PNG, WebP and GIF are accepted.`);
  if (!isStill && (pages > 1 || (format === 'png' && isAnimatedPng(upload))))
    throw unreadable(say`It is animated; GIF is the only animated format that is accepted.`);
  if (width < 1 || height < 1) throw unreadable(say`It has no size.`);
  try {
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const original = autoOrient ?? { width, height };
    const upright = image.rotate().resize({ ...scaled(original, scale), fit: 'fill' });
    const isOpaque = (await image.clone().stats()).isOpaque;
    const { data, info } = await (isOpaque ? upright.jpeg({ quality: 90 }) : upright.png()).toBuffer({
      resolveWithObject: true,
    });
    const read = asImage(data, isOpaque ? 'image/jpeg' : 'image/png', info);
    return scale < 1 ? { ...read, reducedFrom: { width: original.width, height: original.height } } : read;
  } catch {
    throw unreadable(say`It is damaged.`);
  }
}

/** The metadata of an animated GIF; null for any other picture. Its bytes stay unchanged. */
export async function readAnimation(upload: Buffer): Promise<StoredMedia | null> {
  if (!upload.toString('latin1', 0, 4).startsWith('GIF8')) return null;
  const { format, width = 0, height = 0, pages: frames = 1, delay = [] } = await metadataOf(await openImage(upload));
  if (format !== 'gif' || frames < 2) return null;
  // Browsers display a frame without a duration for a tenth of a second.
  const seconds = delay.reduce((sum, ms) => sum + (ms || 100), 0) / 1_000;
  const tracks = { seconds, frames, codec: null, soundCodec: null, rate: Math.round((frames / (seconds || 1)) * 100) / 100 };
  return { sha256: sha256Of(upload), mimeType: ANIMATION_TYPE, byteSize: upload.length, width, height, tracks };
}

/** A stored image as a WebP whose shorter side is `side` pixels, for lists; smaller images keep their size. */
export async function shrinkForScreen(bytes: Buffer, side: number): Promise<Buffer> {
  const options = { width: side, height: side, fit: 'outside', withoutEnlargement: true } as const;
  return (await openImage(bytes)).resize(options).webp({ quality: QUALITY }).toBuffer();
}

/**
 * The image in a platform's form: unchanged if it fits, otherwise as JPEG on white, and reduced by as much as the
 * bytes suggest. Null if it would become too small.
 */
export async function shrinkImage(image: Image, form: ImageForm): Promise<Image | null> {
  const mostBytes = form.mostBytes ?? Number.POSITIVE_INFINITY;
  const isRightType = !form.isJpegOnly || image.mimeType === 'image/jpeg';
  if (isRightType && image.bytes.length <= mostBytes) return image;
  for (let scale = 1; scale === 1 || Math.min(image.width, image.height) * scale >= SMALLEST_SIDE; ) {
    const { data, info } = await (await openImage(image.bytes))
      .resize({ ...scaled(image, scale), fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= mostBytes) return asImage(data, 'image/jpeg', info);
    scale *= Math.sqrt(mostBytes / data.length) * SHRINK;
  }
  return null;
}

/** Rounded towards a square, so reducing never makes the aspect ratio invalid. */
function scaled({ width, height }: { width: number; height: number }, scale: number): { width: number; height: number } {
  const [short, long] = [Math.ceil(Math.min(width, height) * scale), Math.max(1, Math.floor(Math.max(width, height) * scale))];
  return width < height ? { width: Math.min(short, long), height: long } : { width: long, height: Math.min(short, long) };
}

/**
 * APNG (w3.org/TR/png-3, 11.3.2): an `acTL` chunk before the first `IDAT`, with the number of frames. The
 * decoder reads only the first frame.
 */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return bytes.readUInt32BE(at + 8) > 1;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

function asImage(bytes: Buffer, mimeType: ImageType, { width, height }: { width: number; height: number }): Image {
  return { bytes, sha256: sha256Of(bytes), mimeType, byteSize: bytes.length, width, height };
}

/** Loaded with the first image: the library is native and large. */
async function openImage(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  try {
    return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
  } catch {
    throw unreadable(UNKNOWN);
  }
}

async function metadataOf(image: Sharp): Promise<Metadata> {
  try {
    return await image.metadata();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw unreadable(isTooLarge ? say`It has more than ${MOST_PIXELS / 1_000_000} million pixels.` : UNKNOWN);
  }
}

/** The library's own words name its functions. */
const UNKNOWN = say`It is neither a JPEG, PNG, WebP or GIF nor SRT or WebVTT subtitles, or it is damaged.`;

function unreadable(why: LocalizedMessage): DomainError {
  return new DomainError('media_unreadable', { message: say`This file is not a supported picture. ${why}` });
}
