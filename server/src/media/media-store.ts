/** Where the bytes of pictures lie. They are found by account and content, so writing the same again changes nothing. */
export interface MediaStore {
  put(accountId: string, sha256: string, bytes: Buffer): Promise<void>;
  /** Null when they are not there. What comes back is what went in: its hash is checked. */
  read(accountId: string, sha256: string): Promise<Buffer | null>;
}
