import { readFile, rm, writeFile } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** The content of a file that holds a secret, without the line end that editors add. */
export async function readSecretFile(path: string, flag: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`--${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Makes the file before the secret exists, readable by its owner only, so that nothing is issued
 * that cannot be handed over. An existing file is never touched. When `make` fails the file goes again.
 */
export async function withSecretFile<T>(path: string, flag: string, make: () => Promise<{ secret: string; result: T }>): Promise<T> {
  try {
    await writeFile(path, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(`--${flag}: ${path} ${code === 'EEXIST' ? 'exists already; name a new file' : `cannot be written (${code})`}.`);
  }
  try {
    const { secret, result } = await make();
    await writeFile(path, `${secret}\n`);
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
