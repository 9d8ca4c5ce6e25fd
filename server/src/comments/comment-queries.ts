import type { Context } from '../context.ts';
import { authorsOf } from '../drafts/draft-authors.ts';
import { kindOf } from './add-comment.ts';
import { Comment, type CommentVisibility } from './comment.entity.ts';

/** One thing that was said, with who said it. */
export interface NamedComment {
  id: string;
  text: string;
  by: string;
  kind: 'person' | 'agent' | 'client';
  createdAt: Date;
}

/** What was said about one thing, the oldest first. */
export interface CommentThread {
  id: string;
  draftId: string;
  visibility: CommentVisibility;
  quote: string | null;
  platform: string | null;
  resolvedAt: Date | null;
  comments: NamedComment[];
}

/**
 * The threads about drafts that the caller may see already, the oldest first, by draft id: for people of the account all of
 * them, for everybody else those that are shared. Four queries at the most.
 */
export async function threadsOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, CommentThread[]>> {
  if (draftIds.length === 0) return new Map();
  const seen = ctx.actor.kind === 'user' ? {} : { visibility: 'shared' as const };
  const rows = await ctx.em.find(Comment, { draftId: { $in: [...new Set(draftIds)] }, ...seen }, { orderBy: { id: 'asc' }, refresh: true });
  const authors = await authorsOf(
    ctx,
    rows.filter(({ clientEmail }) => !clientEmail),
  );
  const byThread = Map.groupBy(rows, ({ threadId }) => threadId);
  const threads = rows
    .filter(({ id, threadId }) => id === threadId)
    .map((head): CommentThread => {
      const { id, draftId, visibility, quote = null, platform = null, resolvedAt = null } = head;
      const comments = (byThread.get(id) ?? []).map((row) => ({
        ...{ id: row.id, text: row.text, kind: kindOf(row), createdAt: row.createdAt },
        by: row.clientEmail ?? authors.get(row.id)?.name ?? 'Somebody',
      }));
      return { id, draftId, visibility, quote, platform, resolvedAt, comments };
    });
  return Map.groupBy(threads, ({ draftId }) => draftId);
}
