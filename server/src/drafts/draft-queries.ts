import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
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

/** A workspace's drafts, newest first. */
export async function listDrafts(
  ctx: Context,
  workspaceId: string,
  request: PageRequest & { state?: DraftState | null },
): Promise<Page<Draft>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return findPage(ctx.em, Draft, { workspaceId, ...(request.state ? { state: request.state } : {}) }, { ...request, order: 'desc' });
}
