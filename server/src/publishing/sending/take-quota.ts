import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { PlatformQuota } from '../../platforms/platform.ts';

/** Slots of a window. The oldest one counts in full until it has left the window, so no limit is ever exceeded. */
const SLOTS = 24;

export interface QuotaUser {
  platform: string;
  connectionId: string;
  quotas: readonly PlatformQuota[];
  /** The usage of each quota. */
  cost: number;
}

export interface QuotaVerdict {
  isTaken: boolean;
  /** When the next post of the same cost fits; null if it fits now. */
  fullUntil: Date | null;
}

interface Use {
  subject: string;
  per_seconds: number;
  slot_at: Date;
  used: number;
}

/**
 * Takes this much of every quota, or of none. Counted in the database, across all processes. The caller has locked
 * the connection; service-wide quotas are locked here.
 */
export async function takeQuota(ctx: Context, user: QuotaUser): Promise<QuotaVerdict> {
  assertTransaction(ctx);
  if (user.quotas.length === 0) return { isTaken: true, fullUntil: null };
  if (user.quotas.some(({ scope }) => scope === 'app')) {
    await ctx.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 13))', [user.platform]);
  }
  const now = ctx.clock.now().getTime();
  const uses = await readUses(ctx, user);
  const usages = user.quotas.map((quota) => {
    const subject = subjectOf(quota, user);
    const own = uses.filter((use) => use.subject === subject && use.per_seconds === quota.perSeconds);
    return { quota, subject, own, cost: Math.min(user.cost, quota.max) };
  });
  const freeAt = latest(usages.map(({ quota, own, cost }) => freeFor(quota, own, cost, now)));
  if (freeAt > now) return { isTaken: false, fullUntil: new Date(freeAt) };

  for (const { quota, subject, own, cost } of usages) {
    const slotAt = new Date(Math.floor(now / slotMs(quota)) * slotMs(quota));
    await query(
      ctx.em,
      tables
        .insertInto('quota_uses')
        .values({ subject, per_seconds: quota.perSeconds, slot_at: slotAt, used: cost })
        .onConflict((on) =>
          on
            .columns(['subject', 'per_seconds', 'slot_at'])
            .doUpdateSet(({ eb, ref }) => ({ used: eb('quota_uses.used', '+', ref('excluded.used')) })),
        ),
    );
    own.push({ subject, per_seconds: quota.perSeconds, slot_at: slotAt, used: cost });
  }
  const nextAt = latest(usages.map(({ quota, own, cost }) => freeFor(quota, own, cost, now)));
  return { isTaken: true, fullUntil: nextAt > now ? new Date(nextAt) : null };
}

async function readUses(ctx: Context, user: QuotaUser): Promise<Use[]> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('quota_uses')
      .select(['subject', 'per_seconds', 'slot_at', 'used'])
      .where('subject', '=', anyOf(user.quotas.map((quota) => subjectOf(quota, user))))
      .orderBy('slot_at'),
  );
  return rows.map((row) => ({ ...row, slot_at: new Date(row.slot_at) }));
}

function subjectOf({ scope }: PlatformQuota, { platform, connectionId }: QuotaUser): string {
  return scope === 'app' ? platform : connectionId;
}

function slotMs({ perSeconds }: PlatformQuota): number {
  return Math.ceil((perSeconds * 1_000) / SLOTS);
}

/** The moment from which `cost` fits into the window; `now` if it fits already. Uses are oldest first. */
function freeFor(quota: PlatformQuota, uses: readonly Use[], cost: number, now: number): number {
  const leavesAt = ({ slot_at: slotAt }: Use): number => slotAt.getTime() + slotMs(quota) + quota.perSeconds * 1_000;
  const counted = uses.filter((use) => leavesAt(use) > now);
  let used = counted.reduce((sum, use) => sum + use.used, 0);
  let at = now;
  for (const use of counted) {
    if (used + cost <= quota.max) break;
    used -= use.used;
    at = leavesAt(use);
  }
  return at;
}

const latest = (times: readonly number[]): number => Math.max(...times);

/** Deletes usage that has left every window; for the reconciler. Returns the number of rows. */
export async function purgeQuotaUses(ctx: Context): Promise<number> {
  const left = sql<Date>`${ctx.clock.now()}::timestamptz - make_interval(secs => 2 * per_seconds)`;
  return countChanged(ctx.em, tables.deleteFrom('quota_uses').where('slot_at', '<', left));
}
