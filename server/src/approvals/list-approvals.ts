import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { requireWorkspace } from '../access/authorise.ts';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { cursorsOf, cutPage, type Page, type PageRequest, pageLimit, searchQuery, searchWords } from '../db/keyset-page.ts';
import type { Part } from '../db/read-together.ts';
import { rowsByValues } from '../db/reading/find-rows.ts';
import { queryByValues, textArray } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { anyOf, literal, type Tables, tables } from '../db/tables.ts';
import { checkPlatformFilter } from '../drafts/check-draft-fields.ts';
import { APPROVAL_STATES, Approval, type ApprovalState } from './approval.entity.ts';

const APPROVAL_SORTS = ['oldest', 'soonest', 'newest'] as const;
export type ApprovalSort = (typeof APPROVAL_SORTS)[number];

const GOES_OUT = ['at_once', 'within_a_day', 'within_a_week', 'later'] as const;
export type GoesOut = (typeof GOES_OUT)[number];

/** finds nothing for an impossible platform: %s */
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

/** Builds conditions on an approval `t`. */
const ofApproval = expressionBuilder<Tables & { t: Tables['approvals'] }, 't'>();

/** When an approval is scheduled. */
function goesOutCondition(goesOut: GoesOut, now: Date): Expression<SqlBool> {
  const { and, eb } = ofApproval;
  if (goesOut === 'at_once') return eb('t.scheduled_at', 'is', null);
  const within = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return and([
    eb('t.scheduled_at', 'is not', null),
    goesOut === 'later' ? eb('t.due_at', '>=', within(7)) : eb('t.due_at', '<', within(goesOut === 'within_a_day' ? 1 : 7)),
  ]);
}

/** A workspace's approvals by filter, in pages; longest-waiting first by default. */
export async function listApprovals(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return findApprovalsPage(ctx, workspaceId, request);
}

/**
 * As above, before the caller's permission to read the workspace is checked: the result must not be returned
 * before that.
 */
export async function findApprovalsPage(ctx: Context, workspaceId: string, request: PageRequest & ApprovalFilter): Promise<Page<Approval>> {
  const limit = pageLimit(request);
  // By time the cursor has it: the row itself may be moved before the next page.
  const isByTime = request.sort === 'soonest';
  const cursors = cursorsOf(ctx, isByTime ? 'approvals by time' : 'approvals', workspaceId);
  const after = request.cursor ? cursors.read(request.cursor) : null;
  const cut = (rows: readonly Approval[]) =>
    cutPage(rows, limit, ({ id, dueAt }) => cursors.of(isByTime ? `${dueAt.toISOString()} ${id}` : id));
  checkPlatformFilter(ctx, request);
  const now = ctx.clock.now();
  const few = await findFew(ctx.em, workspaceId, request, now);
  if (few?.length === 0) return cut([]);
  return cut(await rowsByValues(ctx.em, approvalsPage(ctx.em, workspaceId, request, { now, few, after })));
}

interface Found {
  now: Date;
  /** From findFew(): only these, which are sorted. */
  few: readonly string[] | null;
  /** What the cursor holds: an id, by time after the time. */
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
  const { and, eb } = ofApproval;
  const behind = (last: string) => {
    if (sort !== 'soonest') return eb('t.id', way === 'desc' ? '<' : '>', last);
    const [dueAt, id] = last.split(' ');
    return sql<boolean>`(t.due_at, t.id) > (${dueAt}::timestamptz, ${id})`;
  };
  const conditions = [
    ...place.where,
    few ? eb('t.id', '=', anyOf(few)) : null,
    platform ? eb('t.platforms', '@>', sql<string[]>`array[${platform}::text]`) : null,
    goesOut ? goesOutCondition(goesOut, now) : null,
    hasFindings == null ? null : eb('t.has_findings', '=', literal(hasFindings)),
    words && !few ? sql<boolean>`to_tsvector('simple', t.words) @@ to_tsquery('simple', ${words})` : null,
    after ? behind(after) : null,
  ];
  const order = sort === 'soonest' ? (['t.due_at', 't.id'] as const) : ([...place.order, 't.id'] as const);
  const found = rowsOf(Approval, (from) =>
    order.reduce(
      (ordered, column) => ordered.orderBy(column, sort === 'soonest' ? 'asc' : way),
      from.where(and(conditions.filter((condition) => condition !== null))).limit(literal(pageLimit(request) + 1)),
    ),
  );
  return found(em, {});
}

/**
 * The columns that lead an index to its ids. The last of them is written as a range and sorted by, which leaves only
 * that index: otherwise PostgreSQL scans the ids of all customers for those of one.
 */
function placeInIndex(workspaceId: string, { state, sort, agentId }: ApprovalFilter) {
  const { and, eb } = ofApproval;
  const columns = [
    { column: 't.workspace_id', value: workspaceId } as const,
    ...(state ? [{ column: 't.state', value: state } as const] : []),
    ...(agentId ? [{ column: 't.agent_id', value: agentId } as const] : []),
  ];
  // By time only one index has the order anyway.
  const last = sort === 'soonest' ? -1 : state ? columns.length - 1 : 0;
  return {
    where: columns.map(({ column, value }, index) =>
      index === last ? and([eb(column, '>=', value), eb(column, '<=', value)]) : eb(column, '=', value),
    ),
    order: columns.flatMap(({ column }, index) => (index === last ? [column] : [])),
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
    const found = sql<string>`find_in_queue(${workspaceId}, ${states}::text[], ${textArray(words)}::text[], ${platform ?? null}, ${FEW + 1})`;
    const few = await idsUnlessMany(em, tables.selectNoFrom(found.as('id')));
    if (few) return few;
  }
  // The order by time has its own index, and so has "at once", which is the most frequent case.
  if (!goesOut || goesOut === 'at_once' || sort === 'soonest' || !state) return null;
  const due = tables
    .selectFrom('approvals as t')
    .select('t.id')
    .where('t.workspace_id', '=', workspaceId)
    .where('t.state', '=', state)
    .where(goesOutCondition(goesOut, now))
    .orderBy('t.due_at')
    .orderBy('t.id')
    .limit(FEW + 1);
  return idsUnlessMany(em, due);
}

/** No ids are transferred if there are many. */
async function idsUnlessMany(em: EntityManager, ids: AliasableExpression<{ id: string }>): Promise<string[] | null> {
  const few = sql<string[] | null>`case when count(*) <= ${literal(FEW)} then coalesce(json_agg(found.id), '[]') end`;
  const [row] = await queryByValues(em, tables.selectFrom(ids.as('found')).select(few.as('few')));
  return row?.few ?? null;
}
