import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import type { Period } from '../planning/quiet-until.ts';
import { Draft } from './draft.entity.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 100;
const MAX_LIMIT = 100;

/**
 * A workspace's drafts with a time in the period, the soonest first; what was put away is left out.
 * One walk along the index of times, however many there are elsewhere. Throws `bad_user_input`.
 */
export async function listScheduledDrafts(
  ctx: Context,
  workspaceId: string,
  { start, end, ...request }: PageRequest & Period,
): Promise<Page<Draft>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  checkPeriod({ start, end });
  const limit = Math.min(Math.max(Math.trunc(request.limit), 1), MAX_LIMIT);
  const after = request.cursor ? readTimeCursor(request.cursor) : null;
  const rows = await ctx.em.find(
    Draft,
    {
      workspaceId,
      state: { $ne: 'archived' },
      scheduledAt: { $gte: start, $lt: end },
      ...(after ? { $or: [{ scheduledAt: { $gt: after.at } }, { scheduledAt: after.at, id: { $gt: after.id } }] } : {}),
    },
    { orderBy: { scheduledAt: 'asc', id: 'asc' }, limit: limit + 1 },
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? timeCursorOf(last) : null };
}

/** The place right after this draft in the order of times. */
export function timeCursorOf({ scheduledAt, id }: Draft): string {
  return Buffer.from(`${scheduledAt?.toISOString()} ${id}`, 'utf8').toString('base64url');
}

/** Refuses a period that is no period, or longer than a calendar shows. */
export function checkPeriod({ start, end }: Period): void {
  const length = end.getTime() - start.getTime();
  if (length > 0 && length <= MAX_DAYS * DAY_MS) return;
  throw new DomainError('bad_user_input', { message: `The period must end after it begins, and within ${MAX_DAYS} days.` });
}

function readTimeCursor(cursor: string): { at: Date; id: string } {
  const [, time = '', id = ''] = /^(\S{24}) ([a-z]{3}_[0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  const at = new Date(time);
  if (id && !Number.isNaN(at.getTime())) return { at, id };
  throw new DomainError('bad_user_input', { message: 'The cursor is not valid. Send endCursor of the page before, or none.' });
}
