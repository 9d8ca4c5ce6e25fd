import { hash } from 'node:crypto';
import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { checkDraftFields } from './check-draft-fields.ts';
import type { Draft, DraftState } from './draft.entity.ts';
import { plainWords, textFault } from './draft-text.ts';
import { lockDraft } from './lock-draft.ts';

/** States without a decision; a note that was read for a decision stays unchanged. */
const UNDECIDED: readonly DraftState[] = ['draft', 'in_review', 'changes_requested'];

/**
 * Sets the note for the approvers. The content stays unchanged, and so do the revision and open approvals. Throws
 * `stale_revision`, `invalid_state`. Needs a transaction and `drafts:write`.
 */
export async function writeNoteToReviewer(ctx: Context, draft: Draft, given: string | null, revision: number): Promise<Draft> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const locked = await lockDraft(ctx, draft.id, revision);
  const note = readNote(given);
  if ((locked.noteToReviewer ?? null) === note) return locked;
  await requireUndecided(ctx, locked);
  await checkDraftFields(ctx, locked.workspaceId, { noteToReviewer: note });
  const { actor } = ctx;
  const noteGrantId = actor.kind === 'agent' ? actor.grantId : null;
  const noteUserId = actor.kind === 'user' ? actor.userId : null;
  Object.assign(locked, { noteToReviewer: note, noteGrantId, noteUserId, updatedAt: ctx.clock.now() });
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'draft.changed',
    subjectId: locked.id,
    details: { fields: ['noteToReviewer'], revision: locked.revision, ...noteDetails(note) },
  });
  return locked;
}

async function requireUndecided({ em }: Context, { id, state }: Draft): Promise<void> {
  const refuse = (why: Sentence) => {
    throw new DomainError('invalid_state', {
      message: say`The note can only be changed before the decision; ${why}.`,
      remedy: say`Leave the note out; a comment on the draft still reaches people.`,
    });
  };
  if (!UNDECIDED.includes(state)) refuse(say`the draft is ${state.replaceAll('_', ' ')}`);
  // In SQL, since drafts/ may not import approvals/, which depends on it.
  const decided = await query(
    em,
    tables
      .selectFrom('approval_decisions as d')
      .innerJoin('approvals as a', 'a.id', 'd.approval_id')
      .select('d.id')
      .where('a.draft_id', '=', id)
      .where('a.state', '=', literal('pending'))
      .limit(1),
  );
  if (decided.length > 0) refuse(say`it is already decided`);
}

/** Normalized for storage: without control characters and changes of text direction, which could mislead approvers. */
export function readNote(given: string | null | undefined): string | null {
  if (!given) return null;
  return textFault(given) === null ? plainWords(given) || null : given;
}

/** For the audit log, which stores no text: identifies the note. */
export function noteDetails(note: string | null | undefined): { noteSha256?: string } {
  return note ? { noteSha256: hash('sha256', note) } : {};
}
