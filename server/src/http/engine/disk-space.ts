import { statfs } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** Less than this counts as full: the database alone allocates 16 MiB at a time. */
const LEAST_BYTES = 32 * 1024 * 1024;
/**
 * After a write has found the disk full, the process is not ready for this long; the next write shows whether there is
 * space again.
 */
const FULL_FOR_MS = 30_000;

const fullSince = new WeakMap<Config, number>();

/** Records that a write found the disk full. */
export function noteFullStorage({ config }: Pick<Services, 'config'>): void {
  fullSince.set(config, performance.now());
}

/** Throws `storage_full` if a write would probably find the disk full, on this machine or the database's. */
export async function requireDiskSpace(services: Services): Promise<void> {
  const { databaseUrl, mediaBucket, dataDir } = services.config;
  const noted = fullSince.get(services.config);
  const isFull = noted !== undefined && performance.now() - noted < FULL_FOR_MS;
  const keepsFiles = !databaseUrl || !mediaBucket;
  if (isFull || (keepsFiles && (await bytesLeft(dataDir)) < LEAST_BYTES))
    throw new DomainError('storage_full', { details: { retry_after_seconds: FULL_FOR_MS / 1_000 } });
}

/** Free bytes of the disk that `folder` is on; infinite if it cannot be read. */
export async function bytesLeft(folder: string): Promise<number> {
  // Without pictures and with a remote database the folder may not exist yet.
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
}
