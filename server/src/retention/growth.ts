import { KEPT_KINDS, type KeptKind } from '../config/retention-config.ts';
import type { Context } from '../context.ts';
import { keptFrom } from './drop-old.ts';

/** Something that only grows. */
export interface KeptByAge {
  kind: KeptKind;
  /** Null: forever. */
  months: number | null;
  keptFrom: Date | null;
}

/** What takes the most space, and how long it is kept. */
export interface Growth {
  kept: KeptByAge[];
  /** The largest first. */
  tables: { table: string; rows: number; bytes: number }[];
}

const MOST_TABLES = 15;

/** The configured retention of each kind. */
export const readKeptByAge = (ctx: Pick<Context, 'config' | 'clock'>): KeptByAge[] =>
  KEPT_KINDS.map((kind) => ({ kind, months: ctx.config.retention.months[kind] ?? null, keptFrom: keptFrom(ctx, kind) }));

/** Rows as PostgreSQL last counted them, bytes with indexes. */
export async function readGrowth(ctx: Context): Promise<Growth> {
  const tables = await ctx.em.execute<{ table: string; rows: string; bytes: string }[]>(
    `select relname as "table", greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by pg_total_relation_size(oid) desc limit ?`,
    [MOST_TABLES],
  );
  return {
    kept: readKeptByAge(ctx),
    tables: tables.map(({ table, rows, bytes }) => ({ table, rows: Number(rows), bytes: Number(bytes) })),
  };
}
