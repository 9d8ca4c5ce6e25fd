import type { EntityManager } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { couldBePlatform, cursorsOf, searchQuery, searchWords } from '../db/cursors.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import type { Part } from '../db/read-together.ts';
import { rowsByValues } from '../db/reading/find-rows.ts';
import { type BoundValue, type Condition, numbered, queryByValues, textArray } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { APPROVAL_STATES, Approval, type ApprovalState } from './approval.entity.ts';

const APPROVAL_SORTS = ['oldest', 'soonest', 'newest'] as const;
export type ApprovalSort = (typeof APPROVAL_SORTS)[number];

const GOES_OUT = ['at_once', 'within_a_day', 'within_a_week', 'later'] as const;
export type GoesOut = (typeof GOES_OUT)[number];

/** The filter and order of a workspace's approvals; absent or null values do not filter. */
export interface ApprovalFilter {
  state?: ApprovalState | null | undefined;
  sort?: ApprovalSort | null | undefined;
  /** Has this platform among its targets. */
  platform?: string | null | undefined;
  agentId?: string | null | undefined;
  /** Whether the checks had findings at the time of the request. */
  hasFindings?: boolean | null | undefined;
  goesOut?: GoesOut | null | undefined;
  /** Words, or prefixes of words, of the source text. */
  search?: string | null | undefined;
}

const DAY_MS = 86_400_000;

/** The SQL condition for when an approval `t` is scheduled. */
function goesOutCondition(goesOut: GoesOut, now: Date): Condition {
  if (goesOut === 'at_once') return ['t.scheduled_at is null'];
  const day = new Date(now.getTime() + DAY_MS);
  const week = new Date(now.getTime() + 7 * DAY_MS);
  if (goesOut === 'within_a_day') return ['t.scheduled_at is not null and t.due_at < ?', day];
  if (goesOut === 'within_a_week') return ['t.scheduled_at is not null and t.due_at < ?', week];
  return ['t.scheduled_at is not null and t.due_at >= ?', week];
}

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

/** Up to this many matches are sorted; with more, the queue is scanned in order, and the next match is never far. */
const FEW = 2_000;

/**
 * The ids that match the search, platform or schedule, if there are few; null if there are many, or no such filter.
 * PostgreSQL misestimates which of the two it is, and would scan the whole queue for a rare word.
 */
export async function findFew(em: EntityManager, workspaceId: string, filter: ApprovalFilter, now: Date): Promise<string[] | null> {
  const { state, sort, platform, goesOut, search } = filter;
  const words = search ? searchWords(search) : [];
  if (words.length > 0 || platform) {
    const states = textArray(state ? [state] : APPROVAL_STATES);
    const found = 'select find_in_queue(?, ?::text[], ?::text[], ?, ?) as id';
    const few = await unlessMany(em, found, [workspaceId, states, textArray(words), platform ?? null, FEW + 1]);
    if (few) return few;
  }
  // The order by time has its own index, and so has "at once", which is the most frequent case.
  if (!goesOut || goesOut === 'at_once' || sort === 'soonest' || !state) return null;
  const [goes, ...times] = goesOutCondition(goesOut, now);
  const due = `select t.id from approvals t where t.workspace_id = ? and t.state = ? and ${goes} order by t.due_at, t.id limit ${FEW + 1}`;
  return unlessMany(em, due, [workspaceId, state, ...times]);
}

/** No ids are transferred if there are many. */
async function unlessMany(em: EntityManager, ids: string, values: readonly BoundValue[]): Promise<string[] | null> {
  const sql = `select case when count(*) <= ${FEW} then coalesce(json_agg(found.id), '[]') end as few from (${ids}) found`;
  const [row] = await queryByValues<{ few: string[] | null }>(em, numbered(sql), values);
  return row?.few ?? null;
}
