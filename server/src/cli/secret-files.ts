import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** The content of a secret's file, without a trailing line end. */
export async function readSecretFile(path: string, flag: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`--${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Creates a new file that only its owner can read, and lets `work` write one secret into it. The file comes first, so
 * that nothing is issued that cannot be stored; an existing one is never touched. When `work` fails the file is
 * deleted.
 */
export async function withSecretFile<T>(
  path: string,
  flag: string,
  work: (write: (secret: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file = await create(path, flag);
  try {
    return await work(async (secret) => {
      // Runs again if the surrounding transaction is retried: only the last secret counts.
      await file.truncate();
      await file.write(`${secret}\n`, 0);
      await file.sync();
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function create(path: string, flag: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--${flag}: ${path} ${code === 'EEXIST' ? 'exists already; pass the path of a new file' : `cannot be written (${code})`}.`,
    );
  }
}
