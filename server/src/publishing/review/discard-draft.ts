import { requireScope } from '../../access/authorise.ts';
import { supersedeApproval } from '../../approvals/end-approvals.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DRAFT_TRANSITIONS, type Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { archiveDraft, type LockedDraft, lockDraft, remedyOf } from '../../drafts/lock-draft.ts';
import { nextState } from '../../state-table.ts';
import { endJob } from '../jobs/end-job.ts';
import { liveJobOf, publicationsIn } from '../jobs/load-job.ts';
import { refuseSent, returnToDraft } from '../jobs/roll-up-job.ts';

/**
 * Archives a draft and withdraws its submission; by a person, this rejects the content. `invalid_state` once anything
 * was sent, `stale_revision` for another revision than the seen one. Needs a transaction and `drafts:write`.
 */
export async function discardDraft(ctx: Context, draftId: string, expectedRevision?: number): Promise<Draft> {
  assertTransaction(ctx);
  requireScope(ctx, 'drafts:write');
  await loadDraft(ctx, draftId, 'write');
  const draft = await lockDraft(ctx, draftId, expectedRevision);
  // Checked before anything is withdrawn: published or archived drafts cannot be archived.
  if (DRAFT_TRANSITIONS[draft.state].length === 0) nextState('draft', DRAFT_TRANSITIONS, draft.state, 'archived', remedyOf(draft.state));
  await withdrawDraft(ctx, draft);
  return archiveDraft(ctx, draft);
}

/** Withdraws an archived draft's submission permanently: its job ends. `invalid_state` once anything of it was sent. */
async function withdrawDraft(ctx: Context, draft: LockedDraft): Promise<void> {
  const job = await liveJobOf(ctx, draft.id);
  if (!job) {
    await supersedeApproval(ctx, draft);
    return;
  }
  refuseSent(job, await publicationsIn(ctx, job.id));
  await endJob(ctx, job, 'archived');
  await returnToDraft(ctx, draft);
}
