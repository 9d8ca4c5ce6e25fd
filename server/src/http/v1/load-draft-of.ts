import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { DomainError } from '../../errors.ts';

/** The draft of a request that names its workspace too; one of another workspace is not found there. */
export async function loadDraftOf(ctx: Context, workspaceId: string, draftId: string, need: 'read' | 'write' = 'write'): Promise<Draft> {
  const draft = await loadDraft(ctx, draftId, need);
  if (draft.workspaceId !== workspaceId) throw new DomainError('not_found');
  return draft;
}
