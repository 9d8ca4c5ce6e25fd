import { open, readFile, stat } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import type { Platform } from '../platforms/platform.ts';
import { storeWithin } from './account-storage.ts';
import { hashFile, sha256Of } from './is-intact.ts';
import { readDocument } from './read-document.ts';
import { type ImageForm, readAnimation, readImage, shrinkImage } from './read-image.ts';
import { areSubtitles, readSubtitles } from './read-subtitles.ts';
import { readVideo } from './read-video.ts';
import type { StoredMedia } from './rendition.entity.ts';

/**
 * Decodes an image, creates the renditions for the registered platforms, and stores their bytes; an animated
 * GIF has one form, its own bytes, since a still would be another picture. Writes nothing to the database, so
 * bytes of a request that fails afterwards are unreachable. Slow: never call it in a transaction. Throws
 * `media_unreadable`, and `invalid_state` if the account has no space left.
 */
export async function prepareMedia(ctx: Context, accountId: string, upload: Buffer): Promise<StoredMedia[]> {
  if (areSubtitles(upload.toString('latin1', 0, HEAD_BYTES))) return prepareSubtitles(ctx, accountId, upload);
  const animation = await readAnimation(upload);
  if (animation) {
    await storeWithin(ctx, accountId, [animation], () => ctx.media.put(accountId, animation.sha256, upload));
    return [animation];
  }
  const whole = await readImage(upload);
  const renditions = new Map([[whole.sha256, whole]]);
  for (const form of formsOf([...ctx.platforms.values()])) {
    const image = await shrinkImage(whole, form);
    if (image) renditions.set(image.sha256, image);
  }
  return putAll(ctx, accountId, [...renditions.values()]);
}

async function putAll<File extends StoredMedia & { bytes: Buffer }>(ctx: Context, accountId: string, files: File[]): Promise<File[]> {
  await storeWithin(ctx, accountId, files, () => Promise.all(files.map(({ sha256, bytes }) => ctx.media.put(accountId, sha256, bytes))));
  return files;
}

/** Enough of a file to detect its type. */
export const HEAD_BYTES = 64;

/** Subtitles in both forms that networks accept. */
async function prepareSubtitles(ctx: Context, accountId: string, upload: Buffer): Promise<StoredMedia[]> {
  const { forms, seconds, words } = readSubtitles(upload);
  const about = { width: 0, height: 0, seconds, words };
  const files = forms.map(({ mimeType, bytes }) => ({ ...about, mimeType, bytes, sha256: sha256Of(bytes), byteSize: bytes.length }));
  await putAll(ctx, accountId, files);
  return files.map(({ bytes: _, ...form }) => form);
}

/** The different forms that image-accepting platforms need. */
function formsOf(platforms: readonly Platform[]): ImageForm[] {
  const forms = platforms
    .filter(({ takesImages }) => takesImages)
    .map((platform) => ({ mostBytes: mostImageBytes(platform), isJpegOnly: takesOnlyJpeg(platform) }));
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

function takesOnlyJpeg({ imageTypes }: Platform): boolean {
  return imageTypes !== undefined && !imageTypes.includes('image/png');
}

/** Null if the platform has no limit. */
export function mostImageBytes({ rules }: Platform): number | null {
  const rule = rules.find(({ field }) => field === 'image_size');
  return rule ? rule.max * 1_000_000 : null;
}

/** The first bytes of JPEG, PNG, GIF and WebP. */
const PICTURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8/, /^RIFF.{4}WEBP/s];
const DOCUMENT = /^%PDF-/;

/**
 * Reads a complete file, whatever its name or declared type, and stores it: a picture, a video, a document or
 * subtitles. The bytes of videos and documents stay unchanged and are never entirely in memory. Slow: never
 * call it in a transaction. Throws as prepareMedia() does.
 */
export async function prepareFile(ctx: Context, accountId: string, path: string): Promise<StoredMedia[]> {
  const head = await headOf(path);
  const { size } = await stat(path);
  if (PICTURES.some((signature) => signature.test(head)) || areSubtitles(head)) {
    const most = FIELD_RULES.picture.mostBytes;
    if (size > most) throw new DomainError('media_unreadable', { message: say`The picture is larger than ${most} bytes.` });
    return prepareMedia(ctx, accountId, await readFile(path));
  }
  // Before it is read: the store compares the hash, so what is stored is what was read.
  const sha256 = await hashFile(path);
  const facts = DOCUMENT.test(head) ? await readDocument(path, size) : await readVideo(path, accountId);
  await storeWithin(ctx, accountId, [{ sha256, byteSize: size }], () => ctx.media.putFile(accountId, sha256, path));
  return [{ ...facts, sha256, byteSize: size }];
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
