import type { Context } from '../context.ts';
import type { LockedDraft } from './lock-draft.ts';
import { moveDraft } from './move-draft.ts';
import { noteAuthor } from './note-author.ts';

/**
 * Marks a locked draft as changed by the actor, who is one of its authors from now on: it has to be looked at again, so that it leaves
 * whatever review it was in and has no content hash until its payloads are built. Throws
 * `invalid_state` from publishing on.
 */
export async function reviseDraft(ctx: Context, draft: LockedDraft): Promise<void> {
  moveDraft(ctx, draft, 'draft');
  draft.revision += 1;
  draft.contentHash = null;
  draft.revisedByUserId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  draft.updatedAt = ctx.clock.now();
  await noteAuthor(ctx, draft);
}
