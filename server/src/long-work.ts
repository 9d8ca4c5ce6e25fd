import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { DomainError } from './errors.ts';
import type { TaskResult, Tasks } from './long-work-thread.ts';

/**
 * Characters, times the networks that they are read for. What has more goes to a thread of its own: the worst of so much
 * takes 30 ms, and whoever writes an ordinary post never waits for another thread.
 */
const MOST_HERE = 4_000;
/** Longer than any task within its budget takes; whatever hangs is ended with its thread. */
const LONGEST_MS = 15_000;
const MOST_WAITING = 200;
/** Beyond this a task is broken off, and the service goes on. */
const MOST_MEGABYTES = 320;

export function isLong(characters: number): boolean {
  return characters > MOST_HERE;
}

let pool: Piscina | undefined;

/** Threads that are there while something is asked of them: one on a small machine, two elsewhere. */
function openPool(): Piscina {
  const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js';
  return new Piscina({
    filename: new URL(`./long-work-thread.${extension}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: availableParallelism() > 2 ? 2 : 1,
    idleTimeout: 60_000,
    maxQueue: MOST_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    // What runs the service may be told to report or to watch; a thread needs none of it.
    execArgv: [],
  });
}

/**
 * Has a thread do what would keep everybody else waiting. Throws what the task throws, `text_too_laborious` where it
 * takes more than a thread has, `service_busy` where too many wait.
 */
export async function inThread<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  pool ??= openPool();
  let result: TaskResult<Awaited<ReturnType<Tasks[Name]>>>;
  try {
    result = await pool.run({ name, input }, { signal: AbortSignal.timeout(LONGEST_MS) });
  } catch (thrown) {
    throw refusalFor(thrown);
  }
  if ('value' in result) return result.value;
  const { code, ...options } = result.refused;
  throw new DomainError(code, options);
}

function refusalFor(thrown: unknown): unknown {
  const { name, code, message = '' } = thrown as { name?: string; code?: string; message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new DomainError('text_too_laborious');
  if (name === 'AbortError' || message.includes('queue')) return new DomainError('service_busy', { details: { retry_after_seconds: 5 } });
  return thrown;
}
