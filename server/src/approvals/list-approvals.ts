import type { EntityManager, QueryBuilder } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { couldBePlatform } from '../db/platform-name.ts';
import { rowsOfQuery } from '../db/reading/find-rows.ts';
import { searchQuery, searchWords } from '../db/search-query.ts';
import { Approval } from './approval.entity.ts';
import { type ApprovalFilter, goesOutCondition } from './approval-filter.ts';
import { findFew } from './find-few.ts';

/** A workspace's approvals as asked for, page by page; who waits longest comes first unless sorted otherwise. */
export async function listApprovals(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const limit = pageLimit(request);
  const cursors = cursorsOf(ctx, 'approvals', workspaceId);
  const after = request.cursor ? cursors.read(request.cursor) : null;
  const cut = (rows: readonly Approval[]) => cutPage(rows, limit, ({ id }) => cursors.of(id));
  if (request.platform && !couldBePlatform(request.platform)) return cut([]);
  const now = ctx.clock.now();
  const few = await findFew(ctx.em, workspaceId, request, now);
  if (few?.length === 0) return cut([]);
  return cut(await rowsOfQuery(ctx.em, Approval, approvalsPage(ctx.em, workspaceId, request, { now, few, after })));
}

interface Found {
  now: Date;
  /** From findFew(): only these, which are sorted. */
  few: readonly string[] | null;
  /** What the page begins behind. */
  after: string | null;
}

/** The statement behind a page, with one row more than is wanted. Each order has an index of its own. */
export function approvalsPage(
  em: EntityManager,
  workspaceId: string,
  request: PageRequest & ApprovalFilter,
  { now, few, after }: Found,
): QueryBuilder<Approval> {
  const { state, sort, platform, agentId, hasFindings, goesOut, search } = request;
  const { where, order } = placeInIndex(workspaceId, { state, sort, agentId });
  const page = em
    .createQueryBuilder(Approval, 'a')
    .select('*')
    .where({
      ...where,
      ...(few ? { id: { $in: [...few] } } : {}),
      ...(platform ? { platforms: { $contains: [platform] } } : {}),
      ...(goesOut ? goesOutCondition(goesOut, now) : {}),
    } as never);
  if (hasFindings != null) page.andWhere(hasFindings ? 'a.has_findings' : 'not a.has_findings');
  const words = search ? searchQuery(searchWords(search)) : '';
  if (words && !few) page.andWhere(`to_tsvector('simple', a.words) @@ to_tsquery('simple', ?)`, [words]);
  if (sort === 'soonest') {
    if (after) page.andWhere('(a.due_at, a.id) > (select due_at, id from approvals where id = ?)', [after]);
    page.orderBy([{ dueAt: 'asc' }, { id: 'asc' }]);
  } else {
    const direction = sort === 'newest' ? 'desc' : 'asc';
    if (after) page.andWhere({ id: { [direction === 'desc' ? '$lt' : '$gt']: after } });
    page.orderBy([...order.map((column) => ({ [column]: direction })), { id: direction }]);
  }
  return page.limit(pageLimit(request) + 1) as QueryBuilder<Approval>;
}

/**
 * The columns that lead an index to its ids. The last of them is written as a range and sorted by, so
 * that no other index than that one has the order: left the choice, PostgreSQL walks through the ids
 * of all customers for those of one.
 */
function placeInIndex(workspaceId: string, { state, sort, agentId }: ApprovalFilter) {
  const exactly = (value: string) => ({ $gte: value, $lte: value });
  // By time only one index has the order anyway.
  if (sort === 'soonest') return { where: { workspaceId, ...(state ? { state } : {}), ...(agentId ? { agentId } : {}) }, order: [] };
  if (!state) return { where: { workspaceId: exactly(workspaceId), ...(agentId ? { agentId } : {}) }, order: ['workspaceId'] };
  if (!agentId) return { where: { workspaceId, state: exactly(state) }, order: ['state'] };
  return { where: { workspaceId, state, agentId: exactly(agentId) }, order: ['agentId'] };
}
