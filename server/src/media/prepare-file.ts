import { open, readFile, stat } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { hashFile } from './is-intact.ts';
import { HEAD_BYTES, prepareMedia } from './prepare-media.ts';
import { readDocument } from './read-document.ts';
import { areSubtitles } from './read-subtitles.ts';
import { readVideo } from './read-video.ts';
import type { StoredMedia } from './rendition.entity.ts';

/** The first bytes of JPEG, PNG, GIF and WebP. */
const PICTURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8/, /^RIFF.{4}WEBP/s];
const DOCUMENT = /^%PDF-/;

/**
 * Reads a complete file, whatever its name or declared type, and stores it: a picture, a video, a document or
 * subtitles. The bytes of videos and documents stay unchanged and are never entirely in memory. Slow: never
 * call it in a transaction. Throws `media_unreadable`.
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
  await ctx.media.putFile(accountId, sha256, path);
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
