import { availableParallelism } from 'node:os';

/** The role of one of several processes. */
export type Share = 'web' | 'worker';

/** The embedded database has no connections for more. */
const MOST_ON_EMBEDDED = 7;
const MOST = 64;

/** The processes to start; none if a single one does everything. */
export function readProcesses(env: Record<string, string | undefined>): Share[] {
  const many = { web: readCount('WEB_PROCESSES', env), worker: readCount('WORKER_PROCESSES', env) };
  const shares = (['web', 'worker'] as const).filter((share) => !env.ROLE || env.ROLE === 'all' || env.ROLE === share);
  if (shares.every((share) => many[share] === 1)) return [];
  const all = shares.flatMap((share) => Array<Share>(many[share]).fill(share));
  if (!env.DATABASE_URL && all.length > MOST_ON_EMBEDDED)
    throw new Error(
      `WEB_PROCESSES and WORKER_PROCESSES add up to ${all.length} processes, and the embedded database supports ${MOST_ON_EMBEDDED}. Set fewer, or set DATABASE_URL to your own PostgreSQL.`,
    );
  return all;
}

function readCount(name: string, env: Record<string, string | undefined>): number {
  const value = env[name] || '1';
  // Two kinds share the cores, and the embedded database has room for three of each.
  if (value === 'auto') return env.DATABASE_URL ? Math.min(availableParallelism(), MOST) : Math.min(availableParallelism(), 3);
  const count = Number(value);
  if (!/^\d{1,2}$/.test(value) || count < 1 || count > MOST)
    throw new Error(`${name} must be a number from 1 to ${MOST}, or auto, not "${value}".`);
  return count;
}
