import type { Context } from '../context.ts';
import type { EventData } from '../events/event.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Approval } from './approval.entity.ts';

type Happening = 'requested' | 'decided' | 'superseded' | 'expired' | 'moved_on' | 'held' | 'released' | 'vote_withdrawn';

/** The event of something that happened to an approval. */
export function tellApproval(ctx: Context, happening: Happening, approval: Approval, more: EventData = {}): void {
  const { id, accountId, workspaceId, draftId, state, contentHash } = approval;
  const data = { state, content_hash: contentHash, ...more };
  recordEvent(ctx, { type: `approval.${happening}`, accountId, workspaceId, subjectId: id, draftId, data });
}
