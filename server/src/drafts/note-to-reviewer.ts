import { hash } from 'node:crypto';
import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { checkDraftFields } from './check-draft-fields.ts';
import type { Draft } from './draft.entity.ts';
import type { DraftState } from './draft-states.ts';
import { lockDraft } from './lock-draft.ts';

/** While somebody has yet to decide; what was said to whoever has decided stays as it was. */
const UNDECIDED: readonly DraftState[] = ['draft', 'in_review', 'changes_requested'];

/**
 * Writes what whoever decides should know of the draft. What would be sent stays as it is, so that nobody is
 * asked again and the revision stands. Throws `stale_revision`, `invalid_state`. Needs a transaction and `drafts:write`.
 */
export async function writeNoteToReviewer(ctx: Context, draft: Draft, note: string | null, revision: number): Promise<Draft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, revision);
  if ((locked.noteToReviewer ?? null) === note) return locked;
  if (!UNDECIDED.includes(locked.state)) {
    throw new DomainError('invalid_state', {
      message: `The note is for whoever has yet to decide; the draft is ${locked.state.replaceAll('_', ' ')}.`,
    });
  }
  await checkDraftFields(ctx, locked.workspaceId, { noteToReviewer: note });
  Object.assign(locked, { noteToReviewer: note, updatedAt: ctx.clock.now() });
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.changed',
    subjectId: locked.id,
    details: { fields: ['noteToReviewer'], revision: locked.revision, ...noteDetails(note) },
  });
  return locked;
}

/** For the audit log, which keeps no words: by this it can be shown later which ones were there. */
export function noteDetails(note: string | null | undefined): { noteSha256?: string } {
  return note ? { noteSha256: hash('sha256', note) } : {};
}
