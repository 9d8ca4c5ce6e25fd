import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { cursorsOf, cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { DomainError } from '../errors.ts';
import type { Period } from '../planning/quiet-until.ts';
import { Draft } from './draft.entity.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 100;

/**
 * A workspace's drafts scheduled in the period, earliest first; without archived ones. One index scan, however many
 * there are elsewhere. Throws `bad_user_input`.
 */
export async function listScheduledDrafts(
  ctx: Context,
  workspaceId: string,
  { start, end, ...request }: PageRequest & Period,
): Promise<Page<Draft>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  checkPeriod({ start, end });
  const limit = pageLimit(request);
  const cursors = cursorsOf(ctx, 'scheduled drafts', workspaceId);
  const after = request.cursor ? readPlace(cursors.read(request.cursor)) : null;
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
  return cutPage(rows, limit, (draft) => cursors.of(placeOf(draft)));
}

/** Refuses a period that is no period, or longer than a calendar shows. */
export function checkPeriod({ start, end }: Period): void {
  const length = end.getTime() - start.getTime();
  if (length > 0 && length <= MAX_DAYS * DAY_MS) return;
  throw new DomainError('bad_user_input', { message: `The period must end after it begins, and within ${MAX_DAYS} days.` });
}

/** In the order of times. */
const placeOf = ({ scheduledAt, id }: Draft): string => `${scheduledAt?.toISOString()} ${id}`;

function readPlace(place: string): { at: Date; id: string } {
  const [time = '', id = ''] = place.split(' ');
  return { at: new Date(time), id };
}
