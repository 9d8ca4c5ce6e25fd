import type { Static } from 'typebox';
import type { CommentThread } from '../../../comments/comment-queries.ts';
import type { CommentThreadSchema } from './comments.schemas.ts';

export function threadView({
  id,
  draftId,
  quote,
  platform,
  resolvedAt,
  comments,
  hasEarlier,
}: CommentThread): Static<typeof CommentThreadSchema> {
  return {
    thread_id: id,
    draft_id: draftId,
    state: resolvedAt ? 'resolved' : 'open',
    quote,
    platform,
    resolved_at: resolvedAt?.toISOString() ?? null,
    has_earlier: hasEarlier,
    comments: comments.map((comment) => ({
      comment_id: comment.id,
      text: comment.text,
      by: comment.by,
      by_kind: comment.kind,
      created_at: comment.createdAt.toISOString(),
    })),
  };
}
