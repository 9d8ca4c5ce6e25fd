import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { Comment } from './comment.entity.ts';

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
