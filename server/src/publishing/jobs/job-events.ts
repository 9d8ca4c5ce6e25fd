import type { Context } from '../../context.ts';
import type { EventType } from '../../events/event-types.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob, PublishJobState } from '../publish-job.entity.ts';

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
