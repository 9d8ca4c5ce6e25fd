import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from './media-store.ts';

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The SHA-256 of a file of any size, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whether these are the stored bytes. */
export function isIntact(bytes: Buffer, sha256: string): boolean {
  return sha256Of(bytes) === sha256;
}

const PART_BYTES = 8 * 1_048_576;

/** Whether a file of any size is stored and has this hash; reads it in parts, to bound memory. */
export async function isStoredIntact(store: Pick<MediaStore, 'readPart'>, accountId: string, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  for (let from = 0; ; from += PART_BYTES) {
    const part = await store.readPart(accountId, sha256, from, from + PART_BYTES);
    if (!part) return false;
    hash.update(part);
    if (part.length < PART_BYTES) return hash.digest('hex') === sha256;
  }
}
