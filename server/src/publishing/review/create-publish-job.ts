import { requireScope } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { PublishMode } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { DomainError } from '../../errors.ts';
import type { Words } from './content/ensure-words.ts';
import type { DraftResult } from './draft-result.ts';
import { submitDraft } from './submit-draft.ts';

export interface CreatePublishJobInput {
  workspaceId: string;
  draftId: string;
  approvalRequired?: boolean | undefined;
  publishMode?: PublishMode | undefined;
  /** Generated before the transaction; missing ones come from the built-in generator. */
  words?: Words | undefined;
}

/** Queues a draft. A draft with a live job keeps it, and that job is returned. Needs a transaction and `jobs:write`. */
export async function createPublishJob(ctx: Context, input: CreatePublishJobInput): Promise<DraftResult> {
  assertTransaction(ctx);
  requireScope(ctx, 'jobs:write');
  const draft = await loadDraft(ctx, input.draftId, 'write');
  if (draft.workspaceId !== input.workspaceId) throw new DomainError('not_found');
  const mode = input.publishMode === 'draft_only' ? 'approval_queue' : input.publishMode;
  return submitDraft(ctx, draft, { mode, approvalRequired: input.approvalRequired, words: input.words, keepsLiveJob: true });
}
