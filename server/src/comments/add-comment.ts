import type { Actor } from '../access/actor.ts';
import { requireInUse, requireScope, requireWorkspace } from '../access/authorise.ts';
import { requireShared } from '../approvals/clients/open-client-link.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { boundComments } from './bound-comments.ts';
import { Comment, type CommentVisibility } from './comment.entity.ts';
import { findMentions } from './find-mentions.ts';
import { readComment } from './read-comment.ts';
import { requireQuote } from './require-quote.ts';
import { tellOfComment } from './tell-of-comment.ts';

export interface AddCommentInput {
  draftId: string;
  /** The thread to reply to; a new one by default. */
  threadId?: string | null;
  text: string;
  /** Of a new thread; defaults to `internal` for people, and is always `shared` for others. */
  visibility?: CommentVisibility | null;
  /** The exact words of the draft that a new thread is about. */
  quote?: string | null;
  /** The platform of the quote; defaults to the source text. */
  platform?: string | null;
  /** Mentioned members, `usr_…`, in addition to `@Name` in the text. */
  mentions?: readonly string[] | null;
  /** Set by a client's browser, to deduplicate a repeated request. */
  clientKey?: string | null;
}

/**
 * Adds a comment to a draft: people who may write, agents with `drafts:write`, and clients on what their link shows.
 * A reply has its thread's visibility. Needs a transaction. Refuses: not_found, insufficient_role,
 * insufficient_scope, client_link_invalid, validation_failed, rate_limited, invalid_state (too many comments).
 */
export async function addComment(ctx: Context, input: AddCommentInput): Promise<Comment> {
  assertTransaction(ctx);
  const draft = await requireDraft(ctx, input.draftId);
  const text = readComment(input.text);
  // Serialised per draft, so the limits hold.
  await lockDraft(ctx, draft.id);
  const said = await findSaid(ctx, input.clientKey);
  if (said) return said;
  await boundComments(ctx, draft.id);
  const id = newId('cmt');
  const thread = await readThread(ctx, draft, input);
  const comment: Comment = {
    ...{ id, text, threadId: thread?.threadId ?? id, visibility: thread?.visibility ?? visibilityOf(ctx.actor, input.visibility) },
    ...{ accountId: draft.accountId, workspaceId: draft.workspaceId, draftId: draft.id },
    ...authorOf(ctx.actor),
    clientKey: ctx.actor.kind === 'client' ? (input.clientKey ?? null) : null,
    mentions: await findMentions(ctx, draft, { text, given: input.mentions ?? [] }),
    quote: thread ? null : (input.quote ?? null),
    platform: thread ? null : (input.platform ?? null),
    resolvedAt: null,
    resolvedByUserId: null,
    createdAt: ctx.clock.now(),
  };
  await ctx.em.insert(Comment, comment);
  const { threadId, visibility } = comment;
  await recordAudit(ctx, {
    accountId: draft.accountId,
    action: 'comment.added',
    subjectId: id,
    details: { draftId: draft.id, threadId, visibility },
  });
  // Agents and external webhooks receive events: internal comments emit none.
  if (visibility === 'shared') {
    const data = { comment_id: id, thread_id: threadId, by: kindOf(comment) };
    recordEvent(ctx, {
      type: 'comment.added',
      ...{ accountId: draft.accountId, workspaceId: draft.workspaceId },
      subjectId: id,
      draftId: draft.id,
      data,
    });
  }
  await tellOfComment(ctx, comment, draft);
  return comment;
}

/** The kind of the author. */
export const kindOf = ({ userId, grantId }: Pick<Comment, 'userId' | 'grantId'>): 'person' | 'agent' | 'client' =>
  userId ? 'person' : grantId ? 'agent' : 'client';

async function requireDraft(ctx: Context, draftId: string): Promise<Draft> {
  const { actor } = ctx;
  if (actor.kind !== 'client') requireScope(ctx, 'drafts:write');
  const draft = await loadDraft(ctx, draftId);
  if (actor.kind === 'client') await requireShared(ctx, actor, draft.id);
  // Clients otherwise only read the workspace; if it is archived, they get the same error.
  requireInUse(await requireWorkspace(ctx, draft.workspaceId, actor.kind === 'client' ? 'read' : 'write'));
  return draft;
}

/** The client's earlier comment of the same key, if the response was lost. */
async function findSaid({ actor, em }: Context, clientKey: string | null | undefined): Promise<Comment | null> {
  return actor.kind === 'client' && clientKey ? em.findOne(Comment, { clientLinkId: actor.linkId, clientKey }) : null;
}

/** The first comment of the thread; not found if the caller may not see it. */
async function readThread(ctx: Context, draft: Draft, input: AddCommentInput): Promise<Comment | null> {
  if (!input.threadId) {
    if (input.quote) await requireQuote(ctx, draft, input.quote, input.platform ?? null);
    return null;
  }
  const shared = ctx.actor.kind === 'user' ? {} : { visibility: 'shared' as const };
  const thread = await ctx.em.findOne(Comment, { id: input.threadId, threadId: input.threadId, draftId: draft.id, ...shared });
  if (!thread) throw new DomainError('not_found', { message: say`There is no such thread about this draft.` });
  return thread;
}

const visibilityOf = ({ kind }: Actor, wanted: CommentVisibility | null | undefined): CommentVisibility =>
  kind === 'user' ? (wanted ?? 'internal') : 'shared';

function authorOf(actor: Actor): Pick<Comment, 'userId' | 'grantId' | 'clientLinkId' | 'clientEmail'> {
  const nobody = { userId: null, grantId: null, clientLinkId: null, clientEmail: null };
  if (actor.kind === 'user') return { ...nobody, userId: actor.userId };
  if (actor.kind === 'agent') return { ...nobody, grantId: actor.grantId };
  if (actor.kind === 'client') return { ...nobody, clientLinkId: actor.linkId, clientEmail: actor.email };
  throw new DomainError('insufficient_role', { message: say`Only a person of the account, its agent or its client comments.` });
}
