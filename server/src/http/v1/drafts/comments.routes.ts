import type { Static } from 'typebox';
import { addComment } from '../../../comments/add-comment.ts';
import { type CommentThread, NO_COMMENTS, threadsOf } from '../../../comments/comment-queries.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import { DomainError } from '../../../errors.ts';
import { inEnglish, localizeName, type Translate } from '../../../languages/translate.ts';
import { defineOperation } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as fixture from '../examples/fixture.ts';
import * as examples from '../examples/workspace.ts';
import { linkTo } from '../view-parts.ts';
import { AddCommentBody, CommentThreadSchema, CommentThreads, ListCommentsQuery } from './comments.schemas.ts';
import { DraftParams } from './drafts.schemas.ts';

const tag = 'Comments';

export const listCommentsOperation = defineOperation({
  id: 'listComments',
  scope: 'read',
  tag,
  summary: 'List the comments on a draft',
  description:
    'Lists the comment threads on a draft that members of the account share with agents and clients; their internal threads are not included. Returns the newest 50 threads with their newest 20 replies; use `before` for earlier ones.',
  params: DraftParams,
  query: ListCommentsQuery,
  success: [
    { status: 200, description: 'The threads.', schema: CommentThreads, example: { threads: [examples.THREAD], has_earlier: false } },
  ],
  example: { params: { draft_id: fixture.DRAFT_ID }, query: { thread_id: fixture.THREAD_ID } },
  async run(ctx, { params, query }) {
    const draft = await loadDraft(ctx, params.draft_id);
    const wanted = { threadId: query.thread_id ?? null, before: query.before ?? null };
    if (wanted.before !== null && !/^cmt_[\w-]+$/.test(wanted.before)) {
      throw new DomainError('validation_failed', {
        fields: [{ pointer: '/before', message: 'must be the id of a thread or a comment, `cmt_…`' }],
      });
    }
    const { threads, hasEarlier } = (await threadsOf(ctx, [draft.id], wanted)).get(draft.id) ?? NO_COMMENTS;
    return { status: 200, body: { threads: threads.map((thread) => threadView(thread)), has_earlier: hasEarlier } };
  },
});

export const addCommentOperation = defineOperation({
  id: 'addComment',
  scope: 'drafts:write',
  tag,
  summary: 'Comment on a draft',
  description: 'Starts a thread on a draft or a passage of it, or replies in a thread. The people concerned are notified.',
  headers: IdempotencyHeaders,
  params: DraftParams,
  body: AddCommentBody,
  success: [{ status: 201, description: 'The thread, with the new comment.', schema: CommentThreadSchema, example: examples.THREAD }],
  location: (ctx, made) => linkTo(ctx, `/drafts/${made.draft_id}/comments?thread_id=${made.thread_id}`).href,
  example: { params: { draft_id: fixture.DRAFT_ID }, body: examples.NEW_COMMENT },
  refuses: ['invalid_state'],
  async run(ctx, { params, body }) {
    const { text, thread_id: threadId = null, quote = null, platform = null } = body;
    const comment = await addComment(ctx, { draftId: params.draft_id, threadId, text, quote, platform });
    const found = await threadsOf(ctx, [comment.draftId], { threadId: comment.threadId });
    const [thread] = found.get(comment.draftId)?.threads ?? [];
    if (!thread) throw new Error('A comment was not kept.');
    return { status: 201, body: threadView(thread) };
  },
});

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
      by: localizeName(comment.by, translate),
      by_kind: comment.kind,
      created_at: comment.createdAt.toISOString(),
    })),
  };
}
