import { type EntityManager, type QueryBuilder, raw } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { cutPage, type Page, type PageRequest, pageLimit, readCursor } from '../db/keyset-page.ts';
import { Approval } from './approval.entity.ts';
import type { ApprovalState } from './approval-states.ts';
import { searchQuery } from './search-query.ts';

export const APPROVAL_SORTS = ['oldest', 'soonest', 'newest'] as const;
export type ApprovalSort = (typeof APPROVAL_SORTS)[number];

export const GOES_OUT = ['at_once', 'within_a_day', 'within_a_week', 'later'] as const;
export type GoesOut = (typeof GOES_OUT)[number];

export interface ApprovalFilter {
  state?: ApprovalState | null | undefined;
  sort?: ApprovalSort | null | undefined;
  /** Goes to this platform, among others. */
  platform?: string | null | undefined;
  agentId?: string | null | undefined;
  /** Whether the checks had something to say when people were asked. */
  hasFindings?: boolean | null | undefined;
  goesOut?: GoesOut | null | undefined;
  /** Words, or beginnings of words, of the source text. */
  search?: string | null | undefined;
}

const DAY_MS = 86_400_000;

/** A workspace's approvals as asked for, page by page; who waits longest comes first unless sorted otherwise. */
export async function listApprovals(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const limit = pageLimit(request);
  return cutPage(await approvalsPage(ctx.em, workspaceId, request, ctx.clock.now()).getResultList(), limit);
}

/**
 * The statement behind a page, with one row more than is wanted. Each sort and filter has an index of
 * its own. For a search or a time, what matches is found first and sorted then: PostgreSQL guesses
 * badly how many match, and would walk through the whole queue in its order for a rare word.
 */
export function approvalsPage(
  em: EntityManager,
  workspaceId: string,
  request: PageRequest & ApprovalFilter,
  now: Date,
): QueryBuilder<Approval> {
  const { state, sort, platform, agentId, hasFindings, goesOut, search, cursor } = request;
  const page = em
    .createQueryBuilder(Approval, 'a')
    .select('*')
    .where({
      workspaceId,
      ...(state ? { state } : {}),
      ...(platform ? { platforms: { $contains: [platform] } } : {}),
      ...(agentId ? { agentId } : {}),
      ...(goesOut ? goesOutCondition(goesOut, now) : {}),
    });
  if (hasFindings != null) page.andWhere(hasFindings ? 'a.has_findings' : 'not a.has_findings');
  const words = search ? searchQuery(search) : '';
  if (words) page.andWhere(`to_tsvector('simple', a.words) @@ to_tsquery('simple', ?)`, [words]);
  const isFew = words !== '' || (goesOut != null && goesOut !== 'at_once');
  if (sort === 'soonest') {
    if (cursor) page.andWhere('(a.due_at, a.id) > (select due_at, id from approvals where id = ?)', [readCursor(cursor)]);
    page.orderBy([{ [words ? raw("a.due_at + interval '0'") : 'dueAt']: 'asc' }, { id: 'asc' }]);
  } else {
    const isNewest = sort === 'newest';
    if (cursor) page.andWhere({ id: { [isNewest ? '$lt' : '$gt']: readCursor(cursor) } });
    page.orderBy({ [isFew ? raw("a.id || ''") : 'id']: isNewest ? 'desc' : 'asc' });
  }
  return page.limit(pageLimit(request) + 1) as QueryBuilder<Approval>;
}

function goesOutCondition(goesOut: GoesOut, now: Date) {
  if (goesOut === 'at_once') return { scheduledAt: null };
  const day = new Date(now.getTime() + DAY_MS);
  const week = new Date(now.getTime() + 7 * DAY_MS);
  if (goesOut === 'within_a_day') return { scheduledAt: { $ne: null }, dueAt: { $lt: day } };
  if (goesOut === 'within_a_week') return { scheduledAt: { $ne: null }, dueAt: { $lt: week } };
  return { scheduledAt: { $ne: null }, dueAt: { $gte: week } };
}
