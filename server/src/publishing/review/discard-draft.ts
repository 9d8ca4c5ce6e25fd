import { requireScope } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { archiveDraft } from '../../drafts/archive-draft.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { DRAFT_TRANSITIONS } from '../../drafts/draft-states.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { nextState } from '../../state-table.ts';
import { withdrawDraft } from './withdraw-draft.ts';

/** Archives a draft and takes back what was asked for it. `invalid_state` once anything was sent, `stale_revision` where it is not the one that was seen. Needs a transaction and `drafts:write`. */
export async function discardDraft(ctx: Context, draftId: string, expectedRevision?: number): Promise<Draft> {
  assertTransaction(ctx);
  requireScope(ctx, 'drafts:write');
  await loadDraft(ctx, draftId, 'write');
  const draft = await lockDraft(ctx, draftId, expectedRevision);
  // Said before anything is taken back: what is out, or put away already, cannot be put away.
  if (DRAFT_TRANSITIONS[draft.state].length === 0) nextState('draft', DRAFT_TRANSITIONS, draft.state, 'archived');
  await withdrawDraft(ctx, draft);
  return archiveDraft(ctx, draft);
}
