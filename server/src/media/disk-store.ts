import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { hashFile, isIntact } from './is-intact.ts';
import type { MediaStore } from './media-store.ts';

/**
 * Files in the data folder, each written to a temporary file and renamed once synced. One that is there is replaced: it may
 * be damaged.
 */
export function createDiskStore(folder: string): MediaStore {
  const placeOf = (accountId: string, sha256: string): string => join(folder, accountId, sha256.slice(0, 2), sha256);
  return {
    async put(accountId, sha256, bytes) {
      const place = placeOf(accountId, sha256);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const temporary = `${place}.${randomUUID()}`;
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, place);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async putFile(accountId, sha256, path) {
      const place = placeOf(accountId, sha256);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const temporary = `${place}.${randomUUID()}`;
      try {
        // A copy, not a link, so what is written to the upload later is not in the store; verified, as another process may write now.
        await copyFile(path, temporary, constants.COPYFILE_FICLONE);
        if ((await hashFile(temporary)) !== sha256) throw changed();
        const file = await open(temporary, 'r+');
        try {
          await file.chmod(0o600);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, place);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async read(accountId, sha256) {
      const bytes = await unlessMissing(readFile(placeOf(accountId, sha256)));
      return bytes && isIntact(bytes, sha256) ? bytes : null;
    },
    async readPart(accountId, sha256, from, to) {
      const file = await unlessMissing(open(placeOf(accountId, sha256)));
      if (!file) return null;
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async removeAll(accountId) {
      await rm(join(folder, accountId), { recursive: true, force: true });
    },
  };
}

/** The result of an operation on a file, or null if the file does not exist. Every other failure is thrown. */
export async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const changed = () =>
  new DomainError('media_unreadable', {
    message: say`The file changed while it was being added.`,
    remedy: say`Complete the upload, then repeat the request.`,
  });
