import { sql } from 'kysely';
import { cutAudit } from '../audit/cut-audit.ts';
import { HOUR_MS } from '../clock.ts';
import { KEPT_KINDS, type KeptKind } from '../config/retention-config.ts';
import type { Context, Services } from '../context.ts';
import { deleteInBatches } from '../db/insert-rows.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { tables } from '../db/tables.ts';
import { firstIdAt } from '../new-id.ts';

/** The number of dropped entries or rows. */
export type Dropped = Partial<Record<KeptKind, number>>;

/** The beginning of the kept data, always the first day of a month; null: forever. */
export function keptFrom({ config, clock }: Pick<Context, 'config' | 'clock'>, kind: KeptKind): Date | null {
  const months = config.retention.months[kind];
  const now = clock.now();
  return months === undefined ? null : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

/**
 * Drops data beyond the operator's retention, about `most` of each kind. Safe at any time, in many processes, and if
 * killed: each part has its own commit.
 */
export async function applyRetention(ctx: Context, most: number): Promise<Dropped> {
  const dropped: Dropped = {};
  for (const kind of KEPT_KINDS) {
    const from = keptFrom(ctx, kind);
    if (from) dropped[kind] = await DROPS[kind](ctx, from, most);
  }
  return dropped;
}

type Drop = (ctx: Context, from: Date, most: number) => Promise<number>;

/** Ids sort by time, so they find old rows. */
const DROPS: Record<KeptKind, Drop> = {
  audit: (ctx, from, most) => cutAudit(ctx, { keptFrom: from, most, archive: ctx.config.retention.auditArchive }),
  // Notices of a pending approval are kept: they decide who is notified next.
  notices: ({ em }, from, most) =>
    deleteInBatches(em, {
      table: 'notices',
      where: `id < ? and not exists (select from approvals a where a.id = notices.subject_id and a.state = 'pending')`,
      values: [firstIdAt('ntc', from)],
      most,
    }),
  'model-calls': ({ em }, from, most) =>
    deleteInBatches(em, { table: 'model_calls', where: 'id < ?', values: [firstIdAt('mdc', from)], most }),
};

/** Per run of the reconciler: a month of a large account is deleted within hours, without noticeable load. */
const AT_ONCE = 10_000;
const REST_MS = HOUR_MS;

/**
 * Scheduled task: drops data beyond the operator's retention, a batch per run, and pauses for an hour once
 * nothing is left.
 */
export function createRetentionJob(): (services: Services) => Promise<void> {
  let restsUntil = 0;
  return async (services) => {
    const now = services.clock.now().getTime();
    if (now < restsUntil) return;
    const dropped = await applyRetention(systemContext(services), AT_ONCE);
    const total = Object.values(dropped).reduce((sum, count) => sum + count, 0);
    if (total === 0) restsUntil = now + REST_MS;
    else services.log.info({ event: 'dropped_by_age', ...dropped }, 'Data older than KEEP_MONTHS was deleted.');
  };
}

/** A kind of data that only grows. */
interface KeptByAge {
  kind: KeptKind;
  /** Null: forever. */
  months: number | null;
  keptFrom: Date | null;
}

/** The data that takes the most space, and its retention. */
interface Growth {
  kept: KeptByAge[];
  /** Largest first. */
  tables: { table: string; rows: number; bytes: number }[];
}

const MOST_TABLES = 15;

/** The configured retention of each kind. */
export const readKeptByAge = (ctx: Pick<Context, 'config' | 'clock'>): KeptByAge[] =>
  KEPT_KINDS.map((kind) => ({ kind, months: ctx.config.retention.months[kind] ?? null, keptFrom: keptFrom(ctx, kind) }));

/** PostgreSQL counts a table only after many changes, so smaller ones are counted here. */
const COUNTED_BYTES = 16 * 2 ** 20;

/** The growing data: rows of large tables as PostgreSQL last counted them, bytes with indexes. */
export async function readGrowth(ctx: Context): Promise<Growth> {
  const found = await ctx.em.execute<{ table: string; rows: string; bytes: string }[]>(
    `select relname as "table", case when reltuples < 0 then pg_stat_get_live_tuples(oid) else reltuples::bigint end as rows,
            pg_total_relation_size(oid) as bytes
       from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by pg_total_relation_size(oid) desc limit ?`,
    [MOST_TABLES],
  );
  const counted = await countRows(
    ctx,
    found.filter(({ bytes }) => Number(bytes) < COUNTED_BYTES).map(({ table }) => table),
  );
  const growing = found.map(({ table, rows, bytes }) => ({ table, rows: Number(counted.get(table) ?? rows), bytes: Number(bytes) }));
  return { kept: readKeptByAge(ctx), tables: growing };
}

/**
 * Counts rows by table, in one statement. The typed query builder needs a known table name; any table will
 * do.
 */
async function countRows(ctx: Context, names: readonly string[]): Promise<Map<string, string>> {
  const [first, ...others] = names.map((name) =>
    tables
      .selectFrom(name as 'audit_entries')
      .select(({ fn }) => [sql<string>`${name}::text`.as('table'), fn.countAll<string>().as('rows')]),
  );
  if (!first) return new Map();
  const rows = await query(
    ctx.em,
    others.reduce((all, each) => all.unionAll(each), first),
  );
  return new Map(rows.map(({ table, rows: count }) => [table, count]));
}
