import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';

const GIGABYTE = 1_000_000_000;

interface StoredBytes {
  sha256: string;
  byteSize: number;
}

/**
 * Counts files of an account before `store` writes them, without those that its media have already, and takes them off again if that
 * fails. Throws `invalid_state` if the account would store more than `ACCOUNT_STORAGE_GIGABYTES`. Files of removed media
 * count too: their bytes stay.
 */
export async function storeWithin<T>(ctx: Context, accountId: string, files: readonly StoredBytes[], store: () => Promise<T>): Promise<T> {
  const bytes = await count(ctx, accountId, files);
  try {
    return await store();
  } catch (error) {
    const rest = tables.updateTable('account_storage').set({ bytes: sql<number>`bytes - ${bytes}::bigint` });
    // What failed to be stored is what the caller needs to know.
    await inTransaction(ctx, ({ em }) => query(em, rest.where('account_id', '=', accountId))).catch(() => undefined);
    throw error;
  }
}

/** Returns how many of the bytes are new. */
async function count(ctx: Context, accountId: string, files: readonly StoredBytes[]): Promise<number> {
  const most = ctx.config.accountStorageBytes;
  return inTransaction(ctx, async ({ em }) => {
    const hashes = files.map(({ sha256 }) => sha256);
    const own = tables.selectFrom('renditions').select('sha256').where('account_id', '=', accountId).where('sha256', '=', anyOf(hashes));
    const known = new Set((await query(em, own)).map(({ sha256 }) => sha256));
    const bytes = files.reduce((sum, { sha256, byteSize }) => sum + (known.has(sha256) ? 0 : byteSize), 0);
    const first = tables.insertInto('account_storage').values({ account_id: accountId, bytes: 0 });
    await query(
      em,
      first.onConflict((row) => row.column('account_id').doNothing()),
    );
    const sum = sql<number>`bytes + ${bytes}::bigint`;
    const row = tables.updateTable('account_storage').set({ bytes: sum }).where('account_id', '=', accountId);
    if ((await query(em, row.where(sum, '<=', most).returning('bytes'))).length === 0) throw storageUsedUp(most);
    return bytes;
  });
}

/** Refuses an upload that could not be stored, before it is sent. Throws as storeWithin() does. */
export async function requireStorage(ctx: Context, accountId: string, bytes: number): Promise<void> {
  const most = ctx.config.accountStorageBytes;
  const [used] = await query(ctx.em, tables.selectFrom('account_storage').select('bytes').where('account_id', '=', accountId));
  if (Number(used?.bytes ?? 0) + bytes > most) throw storageUsedUp(most);
}

const storageUsedUp = (most: number): DomainError =>
  new DomainError('invalid_state', {
    message: say`With this file, the media of the account would take more than ${most / GIGABYTE} gigabytes.`,
    remedy: say`Ask the operator for more space.`,
  });
