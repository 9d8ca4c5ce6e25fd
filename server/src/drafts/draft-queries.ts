import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import type { Context } from '../context.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { couldBePlatform } from '../db/platform-name.ts';
import { searchQuery, searchWords } from '../db/search-query.ts';
import { DomainError } from '../errors.ts';
import { Draft } from './draft.entity.ts';
import type { DraftState } from './draft-states.ts';

/** The draft, for someone who may `need` it. A foreign draft and an unknown one are the same `not_found`. */
export async function loadDraft(ctx: Context, draftId: string, need: 'read' | 'write' = 'read'): Promise<Draft> {
  const draft = await ctx.em.findOne(Draft, draftId);
  if (!draft) throw new DomainError('not_found');
  await requireWorkspace(ctx, draft.workspaceId, need);
  return draft;
}

/** Drafts by id, for rows that the caller may see already. */
export async function findDrafts(ctx: Context, draftIds: readonly string[]): Promise<Map<string, Draft>> {
  const drafts = await ctx.em.find(Draft, { id: { $in: [...new Set(draftIds)] } });
  return new Map(drafts.map((draft) => [draft.id, draft]));
}

/** Which drafts of a workspace; what is left out or null does not matter. */
export interface DraftFilter {
  states?: readonly DraftState[] | null;
  platform?: string | null;
  agentId?: string | null;
  externalId?: string | null;
  updatedSince?: Date | null;
  isScheduled?: boolean | null;
  /** Words that the source text has, by their beginnings. */
  search?: string | null;
}

/** A workspace's drafts, newest first. */
export async function listDrafts(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Promise<Page<Draft>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return findPage(
    ctx.em,
    Draft,
    { $and: [{ workspaceId }, ...(await conditionsOf(ctx, workspaceId, request))] },
    { ...request, order: 'desc' },
  );
}

async function conditionsOf(ctx: Context, workspaceId: string, filter: DraftFilter): Promise<FilterQuery<Draft>[]> {
  const { states, platform, agentId, externalId, updatedSince, isScheduled, search } = filter;
  const query = search ? searchQuery(searchWords(search)) : '';
  const grants = agentId ? await ctx.em.find(Grant, { workspaceId, agentId }, { fields: ['id'] }) : [];
  return [
    ...(states && states.length > 0 ? [{ state: { $in: [...states] } }] : []),
    ...(platform ? [couldBePlatform(platform) ? { platforms: { $contains: [platform] } } : { id: { $in: [] } }] : []),
    ...(agentId ? [{ grantId: { $in: grants.map(({ id }) => id) } }] : []),
    ...(externalId ? [{ externalId }] : []),
    ...(updatedSince ? [{ updatedAt: { $gte: updatedSince } }] : []),
    ...(isScheduled == null ? [] : [{ scheduledAt: isScheduled ? { $ne: null } : null }]),
    ...(query ? [{ [raw(`to_tsvector('simple', left(source_text, 20000)) @@ to_tsquery('simple', ?)`, [query])]: [] }] : []),
  ] as FilterQuery<Draft>[];
}
