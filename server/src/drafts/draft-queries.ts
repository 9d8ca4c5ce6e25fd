import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { requireWorkspace } from '../access/authorise.ts';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { type Cursors, cursorsOf, cutPage, type Page, type PageRequest, pageLimit, searchQuery, searchWords } from '../db/keyset-page.ts';
import { type Part, readTogether } from '../db/read-together.ts';
import { findRowsById } from '../db/reading/find-rows.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { literal, type Tables } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import type { Period } from '../planning/quiet-until.ts';
import { checkPlatformFilter } from './check-draft-fields.ts';
import { DRAFT_STATES, Draft, type DraftState } from './draft.entity.ts';

/** The draft, if the caller has the permission `need`. `not_found` for a foreign draft as for a missing one. */
export async function loadDraft(ctx: Context, draftId: string, need: 'read' | 'write' = 'read'): Promise<Draft> {
  const draft = await ctx.em.findOne(Draft, draftId);
  if (!draft) throw new DomainError('not_found');
  await requireWorkspace(ctx, draft.workspaceId, need);
  return draft;
}

/** Drafts by id, for rows that the caller may see already. */
export function findDrafts(ctx: Context, draftIds: readonly string[]): Promise<Map<string, Draft>> {
  return findRowsById(ctx.em, Draft, draftIds);
}

/** The filter of a workspace's drafts; absent or null values do not filter. */
export interface DraftFilter {
  states?: readonly DraftState[] | null;
  platform?: string | null;
  agentId?: string | null;
  externalId?: string | null;
  updatedSince?: Date | null;
  isScheduled?: boolean | null;
  label?: string | null;
  /** Words, or prefixes of words, of the source text. */
  search?: string | null;
}

/** A workspace's drafts, newest first. */
export async function listDrafts(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Promise<Page<Draft>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const { drafts } = await readTogether(ctx.em, { drafts: draftsPart(ctx, workspaceId, request) });
  return cutPage(drafts, pageLimit(request), ({ id }) => draftCursors(ctx, workspaceId).of(id));
}

/** The cursors of a workspace's drafts, by id. */
export const draftCursors = (ctx: Context, workspaceId: string): Cursors => cursorsOf(ctx, 'drafts', workspaceId);

/** The statement of a page, with one extra row. */
export function draftsPart(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Part<Draft> {
  const { cursor } = request;
  checkPlatformFilter(ctx, request);
  const after = cursor ? draftCursors(ctx, workspaceId).read(cursor) : null;
  const found = rowsOf(Draft, (from) =>
    from
      .where('t.workspace_id', '=', workspaceId)
      .$if(after !== null, (rows) => rows.where('t.id', '<', String(after)))
      .where(({ and }) => and(conditionsOf(workspaceId, request)))
      .orderBy('t.id', 'desc')
      .limit(literal(pageLimit(request) + 1)),
  );
  return found(ctx.em, {});
}

function conditionsOf(workspaceId: string, filter: DraftFilter): Expression<SqlBool>[] {
  const { states, platform, agentId, externalId, updatedSince, isScheduled, label, search } = filter;
  const words = search ? searchQuery(searchWords(search)) : '';
  const eb = expressionBuilder<Tables & { t: Tables['drafts'] }, 't'>();
  const ofAgent = (id: string) =>
    eb.selectFrom('grants as g').select('g.id').where('g.workspace_id', '=', workspaceId).where('g.agent_id', '=', id);
  const all = [
    states && states.length > 0 ? eb('t.state', 'in', inWords(states)) : null,
    platform ? eb('t.platforms', '@>', sql<string[]>`array[${platform}::text]`) : null,
    agentId ? eb('t.grant_id', 'in', ofAgent(agentId)) : null,
    externalId ? eb('t.external_id', '=', externalId) : null,
    updatedSince ? eb('t.updated_at', '>=', updatedSince) : null,
    label ? hasLabel(label) : null,
    isScheduled == null ? null : eb('t.scheduled_at', isScheduled ? 'is not' : 'is', null),
    words ? hasWords('t', words) : null,
  ];
  return all.filter((condition) => condition !== null);
}

/** The partial index `drafts_labelled_index` finds drafts with labels. */
const hasLabel = (label: string): Expression<SqlBool> => sql<SqlBool>`(cardinality(t.labels) > 0 and t.labels @> array[${label}::text])`;

/** Whether a draft's source has the words of a tsquery, by the index `drafts_search_index`. */
export const hasWordsSql = (draft: string): string => `to_tsvector('simple', left(${draft}.source_text, 20000)) @@ to_tsquery('simple', ?)`;

const hasWords = (draft: string, words: string): Expression<boolean> =>
  sql<boolean>`to_tsvector('simple', left(${sql.ref(`${draft}.source_text`)}, 20000)) @@ to_tsquery('simple', ${words})`;

/**
 * The states are literals in the statement: it is planned once, and the plan depends on how many drafts have
 * them.
 */
const inWords = (states: readonly DraftState[]) => DRAFT_STATES.filter((state) => states.includes(state)).map((state) => literal(state));

const MAX_DAYS = 100;

/**
 * A workspace's drafts scheduled in the period, earliest first; without archived ones. One index scan,
 * however many there are outside the period. Throws `bad_user_input`.
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

/** Refuses an invalid period, or one longer than a calendar shows. */
export function checkPeriod({ start, end }: Period): void {
  const length = end.getTime() - start.getTime();
  if (length > 0 && length <= MAX_DAYS * DAY_MS) return;
  throw new DomainError('bad_user_input', { message: `The period must end after it begins, and within ${MAX_DAYS} days.` });
}

/** Sorts by time. */
const placeOf = ({ scheduledAt, id }: Draft): string => `${scheduledAt?.toISOString()} ${id}`;

function readPlace(place: string): { at: Date; id: string } {
  const [time = '', id = ''] = place.split(' ');
  return { at: new Date(time), id };
}
