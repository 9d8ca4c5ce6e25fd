import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type CreateDraftInput, createDraft } from '../../drafts/create-draft.ts';
import type { Notice } from '../../drafts/notice.ts';
import type { Words } from './content/ensure-words.ts';
import type { DraftResult } from './draft-result.ts';
import { submitDraft } from './submit-draft.ts';

/** Creates a draft and, with `approval_queue` or `auto`, submits it in the same step. Needs a transaction. */
export async function createAndSubmitDraft(ctx: Context, input: CreateDraftInput, words?: Words): Promise<DraftResult> {
  assertTransaction(ctx);
  const { draft, notices } = await createDraft(ctx, input);
  if (draft.publishMode === 'draft_only') return { draft, approval: null, job: null, notices };
  const submitted = await submitDraft(ctx, draft, { mode: draft.publishMode, words });
  return { ...submitted, notices: unique([...notices, ...submitted.notices]) };
}

/** Making and submitting may have the same thing to say. */
function unique(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [notice.message, notice])).values()];
}
