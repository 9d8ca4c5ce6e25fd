import { sql } from 'kysely';
import type { Context, Services } from '../../context.ts';
import { query, textArray } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransactionAtOnce } from '../../db/transaction.ts';
import { type AttemptBucket, keyOf, tooMany, WINDOW_MS } from './attempt-limit.ts';
import { takeSlot } from './concurrency-slot.ts';

interface Window {
  key: string;
  count: number;
  started_at: string | Date;
}

/** requireRoom(), then countGuess(): for fast checks. */
export async function limitGuesses<T>(
  ctx: Context,
  buckets: readonly AttemptBucket[],
  guess: (tx: Context) => Promise<T | null>,
): Promise<T | null> {
  // A flood of guesses ends here, without queueing.
  await requireRoom(ctx, buckets);
  return countGuess(ctx, buckets, guess);
}

/**
 * Runs a check of a guessed secret; null means that it was wrong, which counts in every bucket. The buckets are
 * locked meanwhile, so concurrent guesses cannot exceed the limit, and correct ones are never counted. Throws
 * `rate_limited` without a check when a bucket is full. Must not be called inside a transaction.
 */
export async function countGuess<T>(
  ctx: Context,
  buckets: readonly AttemptBucket[],
  guess: (tx: Context) => Promise<T | null>,
): Promise<T | null> {
  const keys = buckets.map((bucket) => keyOf(ctx, bucket)).sort();
  return inTransactionAtOnce({ ...ctx, em: forkAsOwner(ctx.orm) }, async (tx) => {
    const { em } = tx;
    const now = ctx.clock.now();
    const passed = new Date(now.getTime() - WINDOW_MS);
    // Always in the order of the keys: two that share buckets wait for each other, never in a circle.
    await query(
      em,
      `insert into attempt_windows as w (key, started_at, count) select key, $1::timestamptz, 0 from unnest($2::text[]) as key order by key
       on conflict (key) do update set count = 0, started_at = excluded.started_at where w.started_at <= $3`,
      [now, textArray(keys), passed],
    );
    const windows = await query(
      em,
      tables.selectFrom('attempt_windows').select(['key', 'count', 'started_at']).where('key', '=', anyOf(keys)).orderBy('key').forUpdate(),
    );
    refuseFull(ctx, buckets, windows);
    const found = await guess(tx);
    if (found === null)
      await query(
        em,
        tables
          .updateTable('attempt_windows')
          .set(({ ref }) => ({ count: sql<number>`${ref('count')} + 1` }))
          .where('key', '=', anyOf(keys)),
      );
    return found;
  });
}

/** Throws `rate_limited` while a bucket is full; delays where a full one only slows. */
export async function requireRoom(services: Services, buckets: readonly AttemptBucket[]): Promise<void> {
  const keys = buckets.map((bucket) => keyOf(services, bucket));
  const passed = new Date(services.clock.now().getTime() - WINDOW_MS);
  const windows = await query(
    forkAsOwner(services.orm),
    tables
      .selectFrom('attempt_windows')
      .select(['key', 'count', 'started_at'])
      .where('key', '=', anyOf(keys))
      .where('started_at', '>', passed),
  );
  refuseFull(services, buckets, windows);
  for (const { key } of fullOf(services, buckets, windows)) await takeSlot(services.config.limits, key);
}

function refuseFull(services: Services, buckets: readonly AttemptBucket[], windows: readonly Window[]): void {
  const [full] = fullOf(
    services,
    buckets.filter((bucket) => !bucket.slows),
    windows,
  );
  if (full) throw tooMany(new Date(full.started_at), services.clock.now());
}

function fullOf(services: Services, buckets: readonly AttemptBucket[], windows: readonly Window[]): Window[] {
  const most = new Map(buckets.map((bucket) => [keyOf(services, bucket), bucket.most]));
  return windows.filter(({ key, count }) => count >= (most.get(key) ?? Number.POSITIVE_INFINITY));
}
