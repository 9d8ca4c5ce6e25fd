// Where the tests keep what they throw away: hundreds of databases are made in one run, and each is a thousand files.
import * as fs from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'countersign-test-run-';
/** What a whole run has used at the most, and as much again. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Has this run and what it starts keep temporary files in memory, where the machine has enough of it; on the disk otherwise. */
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
  // Databases run as a user of their own where root starts them, which has to get through.
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
