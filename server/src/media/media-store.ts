/** The store of media bytes, by account and content hash, so writing the same again changes nothing. */
export interface MediaStore {
  put(accountId: string, sha256: string, bytes: Buffer): Promise<void>;
  /** Stores a complete file without loading it into memory. Throws if its hash is another one: it may still be written to. */
  putFile(accountId: string, sha256: string, path: string): Promise<void>;
  /** Null if missing. The hash is verified. */
  read(accountId: string, sha256: string): Promise<Buffer | null>;
  /**
   * The bytes from `from` up to but excluding `to`, fewer at the end of the file. Null if missing. The hash
   * is not verified.
   */
  readPart(accountId: string, sha256: string, from: number, to: number): Promise<Buffer | null>;
  /** Removes everything of an account; idempotent. */
  removeAll(accountId: string): Promise<void>;
}

/** The account under which `cs doctor` writes a file, and removes it. */
export const PROBE_ACCOUNT = 'doctor';

const PART_BYTES = 1_048_576;

/**
 * The bytes of a stored file from `from` up to but excluding `to`, a megabyte at a time; nothing if it is
 * missing.
 */
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
