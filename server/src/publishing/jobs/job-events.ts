import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import type { EventType } from '../../events/event-types.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { FirstComment } from '../first-comment.entity.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob, type PublishJobState } from '../publish-job.entity.ts';
import type { Retraction } from '../retraction.entity.ts';

/** Null: an intermediate state that emits no event. */
const EVENT_OF: Record<PublishJobState, EventType | null> = {
  blocked: 'job.blocked',
  ready: 'job.ready',
  queued: null,
  publishing: null,
  published: 'job.published',
  partially_published: 'job.partially_published',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/** Records the event of the job's new state. Within one transaction only the last one is published. */
export function recordJobEvent(ctx: Context, job: PublishJob): void {
  recordEvent(ctx, { ...aboutJob(job), type: EVENT_OF[job.state], lastOf: 'state' });
}

/** Records the event of a publication's outcome. */
export function recordPublicationEvent(ctx: Context, job: PublishJob, publication: Publication): void {
  const { id, platform, state, connectionId = null, failureCode = null, providerUrl = null } = publication;
  if (state !== 'published' && state !== 'failed' && state !== 'unknown') return;
  const data = { job_id: job.id, state, platform, connection_id: connectionId, failure_code: failureCode, url: providerUrl };
  recordEvent(ctx, { ...aboutJob(job), type: `publication.${state}`, subjectId: id, data: { ...data, content_hash: job.contentHash } });
  if (state === 'unknown') recordEvent(ctx, { ...aboutJob(job), type: 'job.unknown', lastOf: 'unknown' });
}

function aboutJob({ id, accountId, workspaceId, draftId, state, mode, contentHash, approvalId = null }: PublishJob) {
  return { accountId, workspaceId, subjectId: id, draftId, data: { state, mode, content_hash: contentHash, approval_id: approvalId } };
}

/** The event and the audit entry of a comment's state. */
export async function recordCommentEvent(tx: Context, comment: FirstComment): Promise<void> {
  const { accountId, workspaceId, publicationId, state, attempts, providerUrl = null } = comment;
  if (state === 'waiting' || state === 'sending') return;
  const publication = await tx.em.findOneOrFail(Publication, publicationId);
  const job = await tx.em.findOneOrFail(PublishJob, publication.jobId);
  recordEvent(tx, {
    ...{ type: `first_comment.${state}`, accountId, workspaceId, subjectId: publicationId, draftId: job.draftId },
    data: { job_id: job.id, first_comment_id: comment.id, platform: publication.platform, state, url: providerUrl },
  });
  await recordAudit(tx, {
    ...{ accountId, action: `first_comment.${state}`, subjectId: publicationId },
    details: { jobId: job.id, firstCommentId: comment.id, platform: publication.platform, attempts },
  });
}

/** The event of a removal's state; none for a signed one, whose network is asked at once, unless it waits for its account. */
export function recordRetractionEvent(
  ctx: Context,
  { id, accountId, workspaceId, state, message }: Retraction,
  { job, publication }: { job: PublishJob; publication: Publication },
): void {
  if (state === 'signed' && !message) return;
  recordEvent(ctx, {
    type: state === 'signed' ? 'retraction.waiting' : `retraction.${state}`,
    ...{ accountId, workspaceId, subjectId: publication.id, draftId: job.draftId },
    data: { job_id: job.id, retraction_id: id, platform: publication.platform, state },
  });
}
