import { createHash } from 'node:crypto';

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether these are the bytes that were put there. */
export function isIntact(bytes: Buffer, sha256: string): boolean {
  return sha256Of(bytes) === sha256;
}
