// Temporary files of the tests: a run creates hundreds of databases with a thousand files each.
import * as fs from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'countersign-test-run-';
/** The peak usage of a whole run, and as much again. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Keeps temporary files of this run and its children in memory, if the machine has enough of it; on disk otherwise. */
export function keepScratchInMemory() {
  if (process.env.TMPDIR || !fs.existsSync(MEMORY)) return;
  for (const name of fs.readdirSync(MEMORY)) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length));
    if (pid > 0 && !isRunning(pid)) fs.rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  // Not in the oldest Node that this runs on.
  const { bavail, bsize } = fs.statfsSync?.(MEMORY) ?? { bavail: 0, bsize: 0 };
  if (Math.min(bavail * bsize, freeMemory()) < NEEDED_BYTES) return;
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  // As root, databases run as another user, who needs access.
  fs.mkdirSync(folder, { mode: 0o711 });
  process.env.TMPDIR = folder;
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/** A container may use less than its machine has free; the oldest Node does not know. */
export function freeMemory() {
  return Math.min(freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
}
