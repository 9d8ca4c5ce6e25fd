import { KEPT_KINDS } from '../config/retention-config.ts';
import type { Context } from '../context.ts';
import { keptFrom } from './drop-old.ts';

/** What takes the most room, and how long it is kept. */
export interface Growth {
  kept: { kind: string; months: number | null; keptFrom: Date | null }[];
  /** The largest first. */
  tables: { table: string; rows: number; bytes: number }[];
}

const MOST_TABLES = 15;

/** Rows as PostgreSQL last counted them, bytes with indexes. */
export async function readGrowth(ctx: Context): Promise<Growth> {
  const tables = await ctx.em.execute<{ table: string; rows: string; bytes: string }[]>(
    `select relname as "table", greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by pg_total_relation_size(oid) desc limit ?`,
    [MOST_TABLES],
  );
  return {
    kept: KEPT_KINDS.map((kind) => ({ kind, months: ctx.config.retention.months[kind] ?? null, keptFrom: keptFrom(ctx, kind) })),
    tables: tables.map(({ table, rows, bytes }) => ({ table, rows: Number(rows), bytes: Number(bytes) })),
  };
}
