import { sql } from 'kysely';
import { DAY_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import type { MediaStore } from './media-store.ts';

const GIGABYTE = 1_000_000_000;
/** Bytes of removed media are kept for as long, since a backup of these days may have their rows. */
const ORPHANS_KEPT_MS = 30 * DAY_MS;

/**
 * Counts bytes that are about to be stored for an account, before they are: what fails afterwards is given back by the
 * daily count. Throws `invalid_state` if the account would use more than `ACCOUNT_STORAGE_GIGABYTES`.
 */
export async function takeStorage(ctx: Context, accountId: string, bytes: number): Promise<void> {
  const most = ctx.config.accountStorageBytes;
  const taken = await inTransaction(ctx, async ({ em }) => {
    const first = tables.insertInto('account_storage').values({ account_id: accountId, bytes: 0 });
    await query(
      em,
      first.onConflict((row) => row.column('account_id').doNothing()),
    );
    const sum = sql<number>`bytes + ${bytes}::bigint`;
    return query(
      em,
      tables
        .updateTable('account_storage')
        .set({ bytes: sum })
        .where('account_id', '=', accountId)
        .where(sum, '<=', most)
        .returning('bytes'),
    );
  });
  if (taken.length === 0) throw storageUsedUp(most);
}

/** Refuses an upload that could not be stored, before it is sent. Throws as takeStorage() does. */
export async function requireStorage(ctx: Context, accountId: string, bytes: number): Promise<void> {
  const most = ctx.config.accountStorageBytes;
  const [used] = await query(ctx.em, tables.selectFrom('account_storage').select('bytes').where('account_id', '=', accountId));
  if (Number(used?.bytes ?? 0) + bytes > most) throw storageUsedUp(most);
}

const storageUsedUp = (most: number): DomainError =>
  new DomainError('invalid_state', {
    message: say`With this file, the media of the account would take more than ${most / GIGABYTE} gigabytes.`,
    remedy: say`Ask the operator for more space. Files of removed media are deleted after 30 days.`,
  });

/**
 * Scheduled task, once a day in a worker: deletes files that have belonged to no media for 30 days, and counts what each account
 * uses.
 */
export function createStorageCount(): (services: Services) => Promise<void> {
  let nextAt = 0;
  return async ({ orm, clock, media }) => {
    const now = clock.now();
    if (now.getTime() < nextAt) return;
    // Also after a failure: it reads the whole store.
    nextAt = now.getTime() + DAY_MS;
    const em = orm.em.fork();
    for (const { account_id: accountId, bytes } of await query(em, tables.selectFrom('account_storage').select(['account_id', 'bytes']))) {
      const own = await query(em, tables.selectFrom('renditions').select('sha256').distinct().where('account_id', '=', accountId));
      const counted = await tidy(media, accountId, {
        used: new Set(own.map(({ sha256 }) => sha256)),
        before: now.getTime() - ORPHANS_KEPT_MS,
      });
      const difference = counted - Number(bytes);
      if (difference === 0) continue;
      // Relative, because uploads meanwhile are counted too.
      const corrected = sql<number>`greatest(0, bytes + ${difference}::bigint)`;
      await query(
        em,
        tables.updateTable('account_storage').set({ bytes: corrected }).where('account_id', '=', accountId).returning('account_id'),
      );
    }
  };
}

/** The bytes that an account's files take, without those that are deleted. */
async function tidy(
  store: MediaStore,
  accountId: string,
  { used, before }: { used: ReadonlySet<string>; before: number },
): Promise<number> {
  let bytes = 0;
  for await (const { sha256, byteSize, storedAt } of store.list(accountId)) {
    if (used.has(sha256) || storedAt.getTime() >= before) bytes += byteSize;
    else await store.remove(accountId, sha256);
  }
  return bytes;
}
