import type { MediaStore } from './media-store.ts';

const PART_BYTES = 1_048_576;

/** The bytes of a stored file from `from` to before `to`, a megabyte at a time; nothing if it is missing. */
export async function* storedParts(
  store: MediaStore,
  accountId: string,
  sha256: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number } = {},
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PART_BYTES) {
    const end = Math.min(to, at + PART_BYTES);
    const part = await store.readPart(accountId, sha256, at, end);
    if (part?.length) yield part;
    if (!part || part.length < end - at) return;
  }
}
