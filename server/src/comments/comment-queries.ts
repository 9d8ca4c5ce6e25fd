import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import { ERASED_NAME, isErasedAddress } from '../access/people.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { idsOf } from '../db/reading/query.ts';
import { assertTransaction } from '../db/transaction.ts';
import { authorsOf } from '../drafts/draft-authors.ts';
import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { kindOf } from './add-comment.ts';
import { Comment, type CommentVisibility } from './comment.entity.ts';

/** A comment with its author. */
export interface NamedComment {
  id: string;
  text: string;
  by: LocalizedMessage;
  kind: 'person' | 'agent' | 'client';
  createdAt: Date;
}

/** A thread, oldest comment first. */
export interface CommentThread {
  id: string;
  draftId: string;
  visibility: CommentVisibility;
  quote: string | null;
  platform: string | null;
  resolvedAt: Date | null;
  comments: NamedComment[];
  /** Whether there are earlier replies. */
  hasEarlier: boolean;
}

/** A draft's threads, oldest first. */
export interface DraftComments {
  threads: CommentThread[];
  /** Whether there are older threads than those. */
  hasEarlier: boolean;
}

export const NO_COMMENTS: DraftComments = { threads: [], hasEarlier: false };

/** The comments to read: of one thread, and before one that was read. */
interface CommentsWanted {
  threadId?: string | null;
  /** A thread, or with `threadId` a comment. */
  before?: string | null;
}

/** The limits on threads and replies per response. */
const most = (drafts: number) => ({ threads: within(5, 500 / drafts, 50), answers: within(5, 200 / drafts, 20) });
const within = (least: number, wanted: number, highest: number): number => Math.min(highest, Math.max(least, Math.floor(wanted)));

type Row = Omit<CommentThread, 'comments' | 'hasEarlier'> &
  Pick<Comment, 'text' | 'threadId' | 'userId' | 'grantId' | 'clientEmail'> & { createdAt: string };

/**
 * The newest threads on drafts that the caller may see, each with its first comment and its newest replies, by draft
 * id: all of them for members, shared ones for others. At most 50 threads with 20 replies, and fewer if many drafts
 * are read at once. Four queries at most.
 */
export async function threadsOf(
  ctx: Context,
  draftIds: readonly string[],
  wanted: CommentsWanted = {},
): Promise<Map<string, DraftComments>> {
  if (draftIds.length === 0) return new Map();
  const limits = most(draftIds.length);
  const rows = await findRows(ctx, draftIds, { ...limits, ...wanted });
  const authors = await authorsOf(
    ctx,
    rows.filter(({ clientEmail }) => !clientEmail),
  );
  const named = (row: Row): NamedComment => ({
    ...{ id: row.id, text: row.text, kind: kindOf(row), createdAt: new Date(row.createdAt) },
    by: clientName(ctx, row) ?? authors.get(row.id)?.name ?? say`Someone`,
  });
  const byThread = Map.groupBy(rows, ({ threadId }) => threadId);
  const threads = [...byThread.values()].flatMap(([head, ...answers]): CommentThread[] => {
    if (!head) return [];
    const { id, draftId, visibility, quote, platform, resolvedAt } = head;
    const { newest, hasEarlier } = newestOf(answers, limits.answers);
    const comments = [head, ...newest].map(named);
    return [{ id, draftId, visibility, quote, platform, resolvedAt: resolvedAt && new Date(resolvedAt), comments, hasEarlier }];
  });
  const byDraft = Map.groupBy(threads, ({ draftId }) => draftId);
  return new Map(
    [...byDraft].map(([draftId, all]) => {
      const { newest, hasEarlier } = newestOf(all, limits.threads);
      return [draftId, { threads: newest, hasEarlier }];
    }),
  );
}

/** The client's address; other clients' addresses are hidden from clients. */
function clientName({ actor }: Context, { clientEmail }: Pick<Row, 'clientEmail'>): LocalizedMessage | null {
  if (!clientEmail) return null;
  if (isErasedAddress(clientEmail)) return ERASED_NAME;
  return actor.kind === 'client' && actor.email !== clientEmail ? say`Another client` : clientEmail;
}

/** One extra row was read: it shows whether there are more. */
const newestOf = <T>(rows: readonly T[], limit: number) => ({ newest: rows.slice(-limit), hasEarlier: rows.length > limit });

/** One extra thread, and one extra reply of each, oldest first, every thread's first comment before its replies. */
function findRows(
  ctx: Context,
  draftIds: readonly string[],
  { threads, answers, threadId = null, before = null }: CommentsWanted & ReturnType<typeof most>,
): Promise<Row[]> {
  const seen = ctx.actor.kind === 'user' ? '' : `and h.visibility = 'shared'`;
  const [threadBefore, answerBefore] = threadId ? [null, before] : [before, null];
  return ctx.em.execute<Row[]>(
    `select c.id, c.draft_id as "draftId", c.thread_id as "threadId", c.visibility, c.text, c.user_id as "userId",
        c.grant_id as "grantId", c.client_email as "clientEmail", c.quote, c.platform, c.resolved_at as "resolvedAt", c.created_at as "createdAt"
      from unnest(?::text[]) as d (id)
      cross join lateral (
        select h.id from comments h where h.draft_id = d.id and h.id = h.thread_id ${seen}
          and h.id = coalesce(?, h.id) and (?::text is null or h.id < ?) order by h.id desc limit ?) t
      cross join lateral (
        (select * from comments where id = t.id)
        union all (select * from comments a where a.thread_id = t.id and a.id <> t.id and (?::text is null or a.id < ?) order by a.id desc limit ?)) c
      order by c.id`,
    [idsOf(draftIds), threadId, threadBefore, threadBefore, threads + 1, answerBefore, answerBefore, answers + 1],
  );
}

/** A person resolves a thread, or reopens it. Needs a transaction. Refuses: not_found, insufficient_role. */
export async function resolveThread(ctx: Context, { threadId, isResolved }: { threadId: string; isResolved: boolean }): Promise<Comment> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Comment, { id: threadId, threadId });
  if (!found) throw new DomainError('not_found');
  await requireWorkspace(ctx, found.workspaceId, 'write');
  // Approvers resolve threads; agents only reply.
  const { userId } = requirePerson(ctx);
  const head = await ctx.em.findOneOrFail(Comment, { id: threadId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if ((head.resolvedAt != null) === isResolved) return head;
  head.resolvedAt = isResolved ? ctx.clock.now() : null;
  head.resolvedByUserId = isResolved ? userId : null;
  await ctx.em.flush();
  const { accountId, draftId } = head;
  await recordAudit(ctx, {
    accountId,
    action: isResolved ? 'comment.resolved' : 'comment.reopened',
    subjectId: threadId,
    details: { draftId },
  });
  return head;
}
