import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { recordCommentEvent } from '../jobs/job-events.ts';
import { loadPublication } from '../jobs/load-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { move } from './send-first-comments.ts';

export interface DecideFirstCommentInput {
  publicationId: string;
  /** True: it was published. False: it was not, and is sent again. */
  isPublished: boolean;
}

/**
 * A person who checked the network settles a first comment with an unknown outcome, or resends a failed one:
 * the same signed text. Owners and approvers only; never agents. Needs a transaction.
 */
export async function decideFirstComment(ctx: Context, { publicationId, isPublished }: DecideFirstCommentInput): Promise<PublishJob> {
  assertTransaction(ctx);
  const { job, publication } = await loadPublication(ctx, publicationId);
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'decide');
  const { userId } = requirePerson(ctx);
  const comment = await ctx.em.findOne(FirstComment, { publicationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!comment) throw new DomainError('not_found');
  const now = ctx.clock.now();
  const isOpen = comment.state === 'unknown' || (comment.state === 'failed' && !isPublished && publication.state === 'published');
  if (!isOpen) {
    throw new DomainError('invalid_state', {
      message: say`The outcome of the first comment is known: it is ${comment.state}.`,
      details: { from: comment.state },
    });
  }
  move(comment, isPublished ? 'published' : 'waiting');
  Object.assign(comment, {
    ...{ decidedBy: userId, message: null, sentence: null, endedAt: isPublished ? now : null },
    // Restarts the hour after which it is given up.
    ...{ nextAttemptAt: isPublished ? null : now, firstAttemptAt: null, sentAt: null },
  });
  await ctx.em.flush();
  const details = { jobId: job.id, firstCommentId: comment.id, isPublished };
  await recordAudit(ctx, { accountId: job.accountId, action: 'first_comment.settled', subjectId: publicationId, details });
  await recordCommentEvent(ctx, comment);
  return job;
}
