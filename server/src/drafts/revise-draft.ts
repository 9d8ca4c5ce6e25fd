import type { Context } from '../context.ts';
import type { LockedDraft } from './lock-draft.ts';
import { moveDraft } from './move-draft.ts';

/**
 * Marks a locked draft as changed by the actor: it has to be looked at again, so that it leaves
 * whatever review it was in and has no content hash until its payloads are built. Throws
 * `invalid_state` from publishing on. The caller flushes.
 */
export function reviseDraft(ctx: Context, draft: LockedDraft): void {
  moveDraft(ctx, draft, 'draft');
  draft.revision += 1;
  draft.contentHash = null;
  draft.revisedByUserId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  draft.updatedAt = ctx.clock.now();
}
