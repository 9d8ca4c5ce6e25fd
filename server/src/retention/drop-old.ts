import { cutAudit } from '../audit/cuts/cut-audit.ts';
import { KEPT_KINDS, type KeptKind } from '../config/retention-config.ts';
import type { Context } from '../context.ts';
import { deleteInBatches } from '../db/writing/delete-in-batches.ts';
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
export async function dropOld(ctx: Context, most: number): Promise<Dropped> {
  const dropped: Dropped = {};
  for (const kind of KEPT_KINDS) {
    const from = keptFrom(ctx, kind);
    if (from) dropped[kind] = await DROPS[kind](ctx, from, most);
  }
  return dropped;
}

type Drop = (ctx: Context, from: Date, most: number) => Promise<number>;

/** Ids grow with time, so they find old rows. */
const DROPS: Record<KeptKind, Drop> = {
  audit: (ctx, from, most) => cutAudit(ctx, { keptFrom: from, most, archive: ctx.config.retention.auditArchive }),
  // Notices of a waiting approval are kept: they decide who is notified next.
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
