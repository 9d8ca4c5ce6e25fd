import type { Static } from 'typebox';
import type { CommentThread } from '../../../comments/comment-queries.ts';
import { inEnglish, sayName, type Translate } from '../../../languages/translate.ts';
import type { CommentThreadSchema } from './comments.schemas.ts';

/** Placeholders for unknown names are in English, except in a client's browser. */
export function threadView(thread: CommentThread, translate: Translate = inEnglish): Static<typeof CommentThreadSchema> {
  const { id, draftId, quote, platform, resolvedAt, comments, hasEarlier } = thread;
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
      by: sayName(comment.by, translate),
      by_kind: comment.kind,
      created_at: comment.createdAt.toISOString(),
    })),
  };
}
