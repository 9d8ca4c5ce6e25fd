import type { EntityManager } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { couldBePlatform } from '../db/platform-name.ts';
import type { Part } from '../db/read-together.ts';
import { rowsByValues } from '../db/reading/find-rows.ts';
import { type Condition, textArray } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { searchQuery, searchWords } from '../db/search-query.ts';
import { Approval } from './approval.entity.ts';
import { type ApprovalFilter, goesOutCondition } from './approval-filter.ts';
import { findFew } from './find-few.ts';

/** A workspace's approvals by filter, in pages; longest-waiting first by default. */
export async function listApprovals(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return findApprovalsPage(ctx, workspaceId, request);
}

/**
 * As above, before the caller's permission to read the workspace is known: nothing of it may be shown before that.
 */
export async function findApprovalsPage(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  const limit = pageLimit(request);
  const cursors = cursorsOf(ctx, 'approvals', workspaceId);
  const after = request.cursor ? cursors.read(request.cursor) : null;
  const cut = (rows: readonly Approval[]) => cutPage(rows, limit, ({ id }) => cursors.of(id));
  if (request.platform && !couldBePlatform(request.platform)) return cut([]);
  const now = ctx.clock.now();
  const few = await findFew(ctx.em, workspaceId, request, now);
  if (few?.length === 0) return cut([]);
  return cut(await rowsByValues(ctx.em, approvalsPage(ctx.em, workspaceId, request, { now, few, after })));
}

interface Found {
  now: Date;
  /** From findFew(): only these, which are sorted. */
  few: readonly string[] | null;
  /** The cursor. */
  after: string | null;
}

/** The query of a page, with one extra row. Each order has its own index. */
export function approvalsPage(
  em: EntityManager,
  workspaceId: string,
  request: PageRequest & ApprovalFilter,
  { now, few, after }: Found,
): Part<Approval> {
  const { state, sort, platform, agentId, hasFindings, goesOut, search } = request;
  const words = search ? searchQuery(searchWords(search)) : '';
  const place = placeInIndex(workspaceId, { state, sort, agentId });
  const way = sort === 'newest' ? 'desc' : 'asc';
  const behind: Condition =
    sort === 'soonest'
      ? ['(t.due_at, t.id) > (select a.due_at, a.id from approvals a where a.id = ?)', after]
      : [`t.id ${way === 'desc' ? '<' : '>'} ?`, after];
  const all: (Condition | null)[] = [
    ...place.where,
    few ? ['t.id = any(?::text[])', textArray(few)] : null,
    platform ? ['t.platforms @> array[?::text]', platform] : null,
    goesOut ? goesOutCondition(goesOut, now) : null,
    hasFindings == null ? null : [hasFindings ? 't.has_findings' : 'not t.has_findings'],
    words && !few ? [`to_tsvector('simple', t.words) @@ to_tsquery('simple', ?)`, words] : null,
    after ? behind : null,
  ];
  const conditions = all.filter((condition) => condition !== null);
  const order = sort === 'soonest' ? 't.due_at, t.id' : [...place.order, 't.id'].map((column) => `${column} ${way}`).join(', ');
  return rowsOf(em, Approval, {
    from: `from approvals t where ${conditions.map(([sql]) => sql).join(' and ')} order by ${order} limit ${pageLimit(request) + 1}`,
    parameters: conditions.flatMap(([, ...values]) => values),
  });
}

/**
 * The columns that lead an index to its ids. The last of them is written as a range and sorted by, which leaves only
 * that index: otherwise PostgreSQL scans the ids of all customers for those of one.
 */
function placeInIndex(workspaceId: string, { state, sort, agentId }: ApprovalFilter): { where: Condition[]; order: string[] } {
  const isIn = (column: string, value: string): Condition => [`t.${column} = ?`, value];
  const isWithin = (column: string, value: string): Condition => [`t.${column} >= ? and t.${column} <= ?`, value, value];
  const columns: [column: string, value: string][] = [
    ['workspace_id', workspaceId],
    ...(state ? [['state', state] satisfies [string, string]] : []),
    ...(agentId ? [['agent_id', agentId] satisfies [string, string]] : []),
  ];
  // By time only one index has the order anyway.
  if (sort === 'soonest') return { where: columns.map((column) => isIn(...column)), order: [] };
  const last = !state ? 0 : columns.length - 1;
  return {
    where: columns.map((column, index) => (index === last ? isWithin(...column) : isIn(...column))),
    order: [`t.${columns[last]?.[0]}`],
  };
}
