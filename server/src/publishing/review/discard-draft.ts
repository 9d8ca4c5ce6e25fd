import { requireScope } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { archiveDraft } from '../../drafts/archive-draft.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { withdrawDraft } from './withdraw-draft.ts';

/** Archives a draft and takes back what was asked for it. `invalid_state` once anything was sent. Needs a transaction and `drafts:write`. */
export async function discardDraft(ctx: Context, draftId: string): Promise<Draft> {
  assertTransaction(ctx);
  requireScope(ctx, 'drafts:write');
  const draft = await loadDraft(ctx, draftId, 'write');
  await withdrawDraft(ctx, draft);
  return archiveDraft(ctx, draft);
}
