import { requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { nextState } from '../state-table.ts';
import { DRAFT_TRANSITIONS, type Draft } from './draft.entity.ts';
import { lockDraft } from './lock-draft.ts';

/**
 * Puts an unpublished draft away for good. Only the draft: where it was submitted, publishing/
 * supersedes the approval and cancels the job first. Needs a transaction.
 */
export async function archiveDraft(ctx: Context, draft: Draft): Promise<Draft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  const locked = await lockDraft(ctx, draft.id);
  const from = locked.state;
  locked.state = nextState('draft', DRAFT_TRANSITIONS, from, 'archived');
  locked.updatedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: locked.accountId, action: 'draft.archived', subjectId: locked.id, details: { from } });
  return locked;
}
