import { requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { type Period, quietUntil } from '../planning/quiet-until.ts';
import { slotsIn } from '../planning/slots.ts';
import type { DraftState } from './draft.entity.ts';

const WEEKS_MS = 28 * DAY_MS;
/** The scheduling limit, minus a day because years differ in length. */
const HORIZON_MS = 364 * DAY_MS;

/** Posts in other states may still be published and occupy their slot. */
const GONE: DraftState[] = ['archived', 'rejected', 'failed'];

export interface Slot {
  at: Date;
  /** A post is already scheduled for it. */
  isTaken: boolean;
}

/** A workspace's posting slots in a period outside of quiet hours, with their occupancy. One query. */
export async function slotsOf(ctx: Context, workspace: Workspace, period: Period): Promise<Slot[]> {
  const { id, timeZone, postingSlots, quietHours } = workspace;
  const open = slotsIn(period, timeZone, postingSlots).filter((at) => quietUntil(at, { timeZone, windows: quietHours }) === null);
  if (open.length === 0) return [];
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('drafts')
      .distinct()
      .select('scheduled_at as at')
      .where('workspace_id', '=', id)
      .where('scheduled_at', 'in', open)
      .where('state', 'not in', GONE)
      .$narrowType<{ at: Date }>(),
  );
  const taken = new Set(rows.map(({ at }) => new Date(at).getTime()));
  return open.map((at) => ({ at, isTaken: taken.has(at.getTime()) }));
}

/** The first free slot from now on; null if there is none within a year. */
export async function nextFreeSlot(ctx: Context, workspace: Workspace): Promise<Date | null> {
  if (workspace.postingSlots.length === 0) return null;
  const now = ctx.clock.now().getTime();
  for (let start = now; start < now + HORIZON_MS; start += WEEKS_MS) {
    const end = Math.min(start + WEEKS_MS, now + HORIZON_MS);
    const slots = await slotsOf(ctx, workspace, { start: new Date(start + 1), end: new Date(end + 1) });
    const free = slots.find(({ isTaken }) => !isTaken);
    if (free) return free.at;
  }
  return null;
}

/**
 * As above, for a draft that is scheduled in this transaction: concurrent callers wait and get the next slot.
 * Throws `validation_failed` if no slot is free. Needs a transaction.
 */
export async function takeNextSlot(ctx: Context, workspaceId: string): Promise<Date> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  await lockUntilCommit(ctx.em, `next_slot/${workspaceId}`);
  const at = await nextFreeSlot(ctx, workspace);
  if (at) return at;
  const why = workspace.postingSlots.length === 0 ? say`the workspace has no posting slots` : say`no posting slot is free within a year`;
  throw new DomainError('validation_failed', {
    message: say`There is no next slot: ${why}. Name a time, or ask an owner to set slots in the settings.`,
    fields: [{ pointer: '/scheduled_at', message: say`cannot be next_slot: ${why}.` }],
  });
}
