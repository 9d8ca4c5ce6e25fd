import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

const NOT_AS_ANOTHER_USER = { prefix: [] };

/** macOS' open(2) can lock directly; Node has no name for the flag. */
const DARWIN_O_EXLOCK = 0x20;

/**
 * Tries to lock a file, without waiting; the lock is held as long as the returned handle is open.
 *
 * It is a lock of the kernel (flock), because such a lock cannot go stale: kill -9 and power loss release it, while a
 * file with a process id in it requires guessing. A flock belongs to the open file rather than to the process, and so
 * survives in every process that inherited the file descriptor. Two things follow:
 * - Node has no call for flock, but the small program `flock`, given our descriptor, locks it for us and may exit.
 * - postgres inherits the descriptor too, as do all its child processes. So getting the lock proves that no
 * process of that database is alive, not even in another container that shares the folder.
 */
export async function tryLock(path: string): Promise<FileHandle | undefined> {
  try {
    return await (process.platform === 'darwin' ? tryLockWhileOpening(path) : tryLockWithProgram(path));
  } catch (cause) {
    if (!hasCode(cause, 'EACCES')) throw cause;
    throw new Error(`The embedded database may be used by the owner of ${path} only: run this as that user.`, {
      cause,
    });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function tryLockWhileOpening(path: string): Promise<FileHandle | undefined> {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    return await open(path, O_RDWR | O_CREAT | O_NONBLOCK | DARWIN_O_EXLOCK, 0o600);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return undefined;
    throw error;
  }
}

async function tryLockWithProgram(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, 'a', 0o600);
  const { ok, output } = await runProgram(NOT_AS_ANOTHER_USER, 'flock', ['-n', '3'], file.fd);
  if (ok) return file;
  await file.close();
  if (output === '') return undefined;
  throw new Error(
    `The lock ${path} of the embedded database cannot be taken (${output.trim()}): it needs the program flock of ` +
      'the package util-linux. Install it, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}
