import { isIPv6 } from 'node:net';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { takeSlot } from './concurrency-slot.ts';

/** One thing that is counted, for instance the attempts from one address. */
export interface AttemptBucket {
  name: string;
  /** Attempts within a window. */
  most: number;
  /** When full, delays callers briefly instead of refusing them. For buckets that strangers share, such as an address. */
  slows?: true;
}

export const WINDOW_MS = 15 * 60_000;

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

/** Uncounts an attempt that turned out to be the right person's. */
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

/** What one sender can easily send from: an IPv4 address, or the /64 network of an IPv6 address. */
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
export const keyOf = (services: Services, { name }: AttemptBucket): string => services.sealer.hash('attempt', name);

export function tooMany(startedAt: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((startedAt.getTime() + WINDOW_MS - now.getTime()) / 1_000));
  return new DomainError('rate_limited', {
    message: say`Too many attempts. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  });
}
