import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { DomainError, type ErrorCode } from '../errors.ts';
import { programFile } from '../server-folder.ts';
import { createConcurrencyLimit, serviceBusy } from './concurrency-limit.ts';
import type { TaskResult, Tasks } from './long-work-thread.ts';
import { tooComplex } from './work-budget.ts';

/**
 * Characters of one text, or of one caption times its networks. Longer ones go to a thread: the worst case of this
 * size takes 30 ms.
 */
const MOST_HERE = 4_000;
/** Total characters of one request's texts that are read here: what most people write for all of their networks. */
const MOST_HERE_TOGETHER = 20_000;
/** Longer than any task within its budget takes, also on an overloaded machine; a thread that hangs is terminated. */
const LONGEST_MS = 60_000;
/** How long a task waits for a thread before its caller is asked to come back: less than most clients wait. */
const WAIT_MS = 30_000;
/** For texts. */
export const TEXT_THREADS = availableParallelism() > 2 ? 2 : 1;
/** Beyond this a task is terminated, and the service continues. */
const MOST_MEGABYTES = 320;

export function isLong(characters: number): boolean {
  return characters > MOST_HERE;
}

/** Whether texts of these lengths are too much to read here in sequence. */
export function areLong(characters: readonly number[]): boolean {
  return characters.some(isLong) || characters.reduce((sum, each) => sum + each, 0) > MOST_HERE_TOGETHER;
}

interface PoolOptions {
  threads: number;
  mostWaiting: number;
  /** Of one task, from its start. */
  longestMs?: number;
  /** The refusal of a task that exceeds the limits of memory or time. Defaults to `text_too_complex` and `service_busy`. */
  beyondLimits?: ErrorCode;
}

interface Pool {
  /** `owner`: on whose behalf it runs; owners take turns. */
  run<T>(task: { name: keyof Tasks; input: unknown }, owner?: string): Promise<TaskResult<T>>;
}

/**
 * Threads that exist while there is work. They get no more than they can start at once, so a task's time limit runs
 * from its start and a terminated one does not affect the next; the rest is queued here.
 */
export function createPool({ threads, mostWaiting, longestMs = LONGEST_MS, beyondLimits }: PoolOptions): Pool {
  const line = createConcurrencyLimit({ atOnce: threads, waitMs: WAIT_MS, mostWaiting });
  let piscina: Piscina | undefined;
  const open = () =>
    new Piscina({
      filename: programFile('long-work/long-work-thread'),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      // Node.js options of the process (reports, watch mode) are not passed on to threads.
      execArgv: [],
    });
  return {
    run(task, owner = '') {
      return line.run(owner, async () => {
        try {
          piscina ??= open();
          return await piscina.run(task, { signal: AbortSignal.timeout(longestMs) });
        } catch (thrown) {
          throw refusalFor(thrown, beyondLimits);
        }
      });
    },
  };
}

/** A request runs its tasks in sequence, so about this many requests wait, and no owner fills the queue alone. */
const texts = createPool({ threads: TEXT_THREADS, mostWaiting: 200 });
/** Separate, so no long text delays a sign-up. */
const passwords = createPool({ threads: 1, mostWaiting: 60 });
/** Separate, so a hostile file delays no text. */
const videos = createPool({ threads: 1, mostWaiting: 60, beyondLimits: 'media_unreadable' });

/**
 * Runs work in a thread that would block others. `ownerOf()` determines its queue; by default it is the service's own
 * work. Throws the task's errors, `text_too_complex` or `media_unreadable` beyond a thread's limits, `service_busy` if too
 * many wait.
 */
export async function inThread<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  owner = '',
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const pool = name === 'weakness' ? passwords : name === 'video' ? videos : texts;
  const result = await pool.run<Awaited<ReturnType<Tasks[Name]>>>({ name, input }, owner);
  if ('value' in result) return result.value;
  const { code, ...options } = result.refused;
  throw new DomainError(code, options);
}

function refusalFor(thrown: unknown, beyondLimits?: ErrorCode): unknown {
  const { name, code } = thrown as { name?: string; code?: string };
  const [isTooLarge, isTooLong] = [code === 'ERR_WORKER_OUT_OF_MEMORY', name === 'AbortError'];
  if (beyondLimits && (isTooLarge || isTooLong)) return new DomainError(beyondLimits);
  if (isTooLarge) return tooComplex();
  return isTooLong ? serviceBusy() : thrown;
}
