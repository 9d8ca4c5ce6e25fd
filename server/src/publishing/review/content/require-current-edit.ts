import type { Context } from '../../../context.ts';
import { Draft } from '../../../drafts/draft.entity.ts';
import { DomainError } from '../../../errors.ts';
import { say } from '../../../languages/sentence.ts';
import { OUTDATED_EDIT } from '../../jobs/explain-jobs.ts';
import { lockPost, OPEN_EDIT, type PostRow, whyNotCurrent } from '../../jobs/post-queries.ts';

/**
 * Locks the post that a draft edits, and throws `invalid_state` if the draft can no longer edit it: another edit is
 * open or was published since, or the post is being removed. Without effect for a draft that edits none.
 */
export async function requireCurrentEdit(ctx: Context, { id, editsPublicationId }: Draft): Promise<void> {
  if (!editsPublicationId) return;
  const post = await lockPost(ctx, editsPublicationId);
  await refuseOpenEdit(ctx, post, id);
  const message = await whyNotCurrent(ctx, post, editsPublicationId);
  if (message) throw new DomainError('invalid_state', { message, remedy: OUTDATED_EDIT });
}

/** Throws `invalid_state` if an edit of the post is open, other than this draft. The caller has locked the post. */
export async function refuseOpenEdit(ctx: Context, post: readonly PostRow[], draftId: string | null): Promise<void> {
  const edits = { editsPublicationId: { $in: post.map(({ id }) => id) }, state: { $in: [...OPEN_EDIT] } };
  const open = await ctx.em.findOne(Draft, { ...edits, ...(draftId && { id: { $ne: draftId } }) }, { refresh: true });
  if (!open) return;
  throw new DomainError('invalid_state', {
    message: say`Another edit of this post is open.`,
    remedy: say`Change that draft, or archive it first.`,
    details: { draft_id: open.id },
  });
}
