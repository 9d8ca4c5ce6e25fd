import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { type Cursors, couldBePlatform, cursorsOf, searchQuery, searchWords } from '../db/cursors.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { type Part, readTogether } from '../db/read-together.ts';
import { findRowsById } from '../db/reading/find-rows.ts';
import type { Condition } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { DomainError } from '../errors.ts';
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

/** The statement behind a page, with one row more than is wanted. */
export function draftsPart(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Part<Draft> {
  const { cursor } = request;
  const conditions: Condition[] = [
    ['t.workspace_id = ?', workspaceId],
    ...(cursor ? [['t.id < ?', draftCursors(ctx, workspaceId).read(cursor)] satisfies Condition] : []),
    ...conditionsOf(workspaceId, request),
  ];
  return rowsOf(ctx.em, Draft, {
    from: `from drafts t where ${conditions.map(([sql]) => sql).join(' and ')} order by t.id desc limit ${pageLimit(request) + 1}`,
    parameters: conditions.flatMap(([, ...values]) => values),
  });
}

function conditionsOf(workspaceId: string, filter: DraftFilter): Condition[] {
  const { states, platform, agentId, externalId, updatedSince, isScheduled, search } = filter;
  const query = search ? searchQuery(searchWords(search)) : '';
  const all: (Condition | null)[] = [
    states && states.length > 0 ? [`t.state in (${inWords(states)})`] : null,
    platform ? (couldBePlatform(platform) ? ['t.platforms @> array[?::text]', platform] : ['false']) : null,
    agentId ? ['t.grant_id in (select g.id from grants g where g.workspace_id = ? and g.agent_id = ?)', workspaceId, agentId] : null,
    externalId ? ['t.external_id = ?', externalId] : null,
    updatedSince ? ['t.updated_at >= ?', updatedSince] : null,
    isScheduled == null ? null : [`t.scheduled_at is ${isScheduled ? 'not null' : 'null'}`],
    query ? [hasWordsSql('t'), query] : null,
  ];
  return all.filter((condition) => condition !== null);
}

/** Whether a draft's source has the words of a tsquery, by the index `drafts_search_index`. */
export const hasWordsSql = (draft: string): string => `to_tsvector('simple', left(${draft}.source_text, 20000)) @@ to_tsquery('simple', ?)`;

/** In the statement itself: it is planned once, and by whether there are few or thousands of these. */
const inWords = (states: readonly DraftState[]): string =>
  DRAFT_STATES.filter((state) => states.includes(state))
    .map((state) => `'${state}'`)
    .join(', ');
