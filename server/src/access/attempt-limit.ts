import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Limits } from '../config/limits-config.ts';
import type { Context, Services } from '../context.ts';
import { countChanged, query, textArray } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { anyOf, tables } from '../db/tables.ts';
import { inTransactionAtOnce } from '../db/transaction.ts';
import { DomainError, rateLimited } from '../errors.ts';
import { say } from '../languages/sentence.ts';

/** With more callers waiting than this, the next one is refused with the time to retry. */
const MOST_WAITING = 8;
const MOST_KEPT = 10_000;

/** The time of each key's next attempt, in this process. */
const turns = new Map<string, number>();

/**
 * Waits for the next attempt of `key`: attempts are serialised, so a flood of guesses gets nowhere while a
 * correct secret from the same address still passes a few moments later. Throws `rate_limited`, with seconds,
 * if too many are queued.
 */
export async function takeSlot({ slotMs }: Pick<Limits, 'slotMs'>, key: string): Promise<void> {
  const now = performance.now();
  const mine = Math.max(turns.get(key) ?? 0, now);
  if (mine - now > MOST_WAITING * slotMs) {
    const seconds = Math.max(1, Math.ceil((mine - now) / 1_000));
    throw new DomainError('rate_limited', {
      message: say`Too many failed attempts from this address. Try again in ${seconds} seconds.`,
      details: { retry_after_seconds: seconds },
    });
  }
  if (turns.size >= MOST_KEPT) deleteExpired(now);
  turns.set(key, mine + slotMs);
  await sleep(mine - now);
}

function deleteExpired(now: number): void {
  for (const [key, next] of turns) if (next <= now) turns.delete(key);
}

/** A counted subject, for example the attempts from one address. */
export interface AttemptBucket {
  name: string;
  /** Attempts within a window. */
  most: number;
  /** When full, delays callers briefly instead of refusing them. For buckets that strangers share, such as an address. */
  slows?: true;
}

const WINDOW_MS = 15 * 60_000;

/**
 * Counts an attempt in each bucket, in order, and throws `rate_limited` at the first that is full (or delays, if it
 * only slows); later ones are not touched. Counted before the secret is checked, each in a statement that commits by
 * itself, so concurrent guesses are all counted. Must not be called inside a transaction, which would hold a second
 * connection.
 */
export async function countAttempt(services: Services, buckets: readonly AttemptBucket[]): Promise<void> {
  for (const bucket of buckets) {
    const now = services.clock.now();
    const expired = new Date(now.getTime() - WINDOW_MS);
    const [row] = await query(
      forkAsOwner(services.orm),
      tables
        .insertInto('attempt_windows')
        .values({ key: keyOf(services, bucket), started_at: now, count: 1 })
        .onConflict((on) =>
          on.column('key').doUpdateSet({
            count: sql<number>`case when attempt_windows.started_at <= ${expired} then 1 else attempt_windows.count + 1 end`,
            started_at: sql<Date>`case when attempt_windows.started_at <= ${expired} then excluded.started_at else attempt_windows.started_at end`,
          }),
        )
        .returning(['count', 'started_at']),
    );
    if (!row || row.count <= bucket.most) continue;
    if (!bucket.slows) throw tooMany(new Date(row.started_at), now);
    await takeSlot(services.config.limits, keyOf(services, bucket));
  }
}

/** Uncounts an attempt that turned out to be the rightful person's. */
export async function forgiveAttempt(services: Services, buckets: readonly AttemptBucket[]): Promise<void> {
  const keys = buckets.map((bucket) => keyOf(services, bucket));
  const forgive = tables
    .updateTable('attempt_windows')
    .set(({ ref }) => ({ count: sql<number>`${ref('count')} - 1` }))
    .where('count', '>', 0)
    .where('key', '=', anyOf(keys));
  await query(forkAsOwner(services.orm), forgive);
}

/** Deletes windows that have passed; for the worker's reconciler. Returns how many. */
export async function purgeAttemptWindows(em: EntityManager, now: Date): Promise<number> {
  return countChanged(em, tables.deleteFrom('attempt_windows').where('started_at', '<=', new Date(now.getTime() - WINDOW_MS)));
}

/** The attempts of one client address. One household or office of IPv6 has a whole /64 to send from. */
export function addressBucket(what: string, ip: string, most: number): AttemptBucket {
  return { name: `${what}/address/${networkOf(ip)}`, most };
}

/**
 * As above, for an endpoint that a correct secret always passes: wrong ones from the address slow it down but never
 * close it.
 */
export function slowingBucket(what: string, ip: string, most: number): AttemptBucket {
  return { ...addressBucket(what, ip, most), slows: true };
}

/** The range that one sender can easily use: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? expandIpv6(plain).slice(0, 4).join(':') : plain;
}

function expandIpv6(address: string): string[] {
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** The key under which a bucket is counted. */
const keyOf = (services: Services, { name }: AttemptBucket): string => services.sealer.hash('attempt', name);

function tooMany(startedAt: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((startedAt.getTime() + WINDOW_MS - now.getTime()) / 1_000));
  return rateLimited(say`Too many attempts. Try again in ${seconds} seconds.`, seconds * 1_000);
}

interface Window {
  key: string;
  count: number;
  started_at: string | Date;
}

/** requireAttemptsLeft(), then countGuess(): for fast checks. */
export async function limitGuesses<T>(
  ctx: Context,
  buckets: readonly AttemptBucket[],
  guess: (tx: Context) => Promise<T | null>,
): Promise<T | null> {
  // A flood of guesses ends here, without queueing.
  await requireAttemptsLeft(ctx, buckets);
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
export async function requireAttemptsLeft(services: Services, buckets: readonly AttemptBucket[]): Promise<void> {
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
