import type { EventData } from '../../../events/event.entity.ts';
import type { EventType } from '../../../events/event-types.ts';
import { type EventView, presentEvent } from '../../../events/present-event.ts';
import * as story from './story.ts';

interface Happened {
  subjectId: string;
  draftId: string | null;
  data: EventData;
}

const ofApproval = (state: string, more: EventData = {}): Happened => ({
  subjectId: story.APPROVAL_ID,
  draftId: story.DRAFT_ID,
  data: { state, content_hash: story.CONTENT_HASH, ...more },
});
const ofJob = (state: string): Happened => ({
  subjectId: story.JOB_ID,
  draftId: story.DRAFT_ID,
  data: { state, mode: 'approval', content_hash: story.CONTENT_HASH, approval_id: story.APPROVAL_ID },
});
const ofPublication = (state: string, failure: string | null = null): Happened => ({
  subjectId: story.PUBLICATION_ID,
  draftId: story.DRAFT_ID,
  data: {
    job_id: story.JOB_ID,
    state,
    platform: 'sandbox',
    connection_id: story.CONNECTION_ID,
    failure_code: failure,
    url: state === 'published' ? story.POST_URL : null,
    content_hash: story.CONTENT_HASH,
  },
});
const ofReadBack = (fields: string): Happened => ({
  subjectId: story.PUBLICATION_ID,
  draftId: story.DRAFT_ID,
  data: { job_id: story.JOB_ID, platform: 'bluesky', fields, url: story.POST_URL },
});
const ofRetraction = (state: string): Happened => ({
  subjectId: story.PUBLICATION_ID,
  draftId: story.DRAFT_ID,
  data: { job_id: story.JOB_ID, retraction_id: story.RETRACTION_ID, platform: 'bluesky', state },
});
const ofStanding = (state: string, more: object = {}): Happened => ({
  subjectId: story.STANDING_ID,
  draftId: null,
  data: { state, agent_id: story.AGENT_ID, template_hash: story.CONTENT_HASH, ...more },
});
const ofGrant = (state: string): Happened => ({ subjectId: story.GRANT_ID, draftId: null, data: { state, agent_id: story.AGENT_ID } });

const HAPPENED: Record<EventType, Happened> = {
  'draft.submitted': {
    subjectId: story.DRAFT_ID,
    draftId: story.DRAFT_ID,
    data: { state: 'in_review', revision: 2, content_hash: story.CONTENT_HASH, job_id: story.JOB_ID, mode: 'approval' },
  },
  'approval.requested': ofApproval('pending', { expires_at: story.EXPIRES_AT, approvals_required: 1 }),
  'approval.decided': ofApproval('approved', { decision: 'approved', decision_id: story.DECISION_ID, approvals: 1, signed: false }),
  'approval.moved_on': ofApproval('pending', { stage: 'The owners' }),
  'approval.superseded': ofApproval('superseded'),
  'approval.expired': ofApproval('expired'),
  'approval.vote_withdrawn': ofApproval('pending', { decision: 'approved', approvals: 0 }),
  'comment.added': {
    subjectId: story.COMMENT_ID,
    draftId: story.DRAFT_ID,
    data: { comment_id: story.COMMENT_ID, thread_id: story.THREAD_ID, by: 'agent' },
  },
  'approval.held': ofApproval('approved'),
  'approval.released': ofApproval('approved'),
  'job.ready': ofJob('ready'),
  'job.blocked': ofJob('blocked'),
  'job.published': ofJob('published'),
  'job.partially_published': ofJob('partially_published'),
  'job.failed': ofJob('failed'),
  'job.unknown': ofJob('publishing'),
  'job.cancelled': ofJob('cancelled'),
  'publication.published': ofPublication('published'),
  'publication.failed': ofPublication('failed', 'rejected'),
  'publication.unknown': ofPublication('unknown', 'unknown'),
  'publication.different': ofReadBack('text links'),
  'publication.gone': ofReadBack(''),
  'retraction.removed': ofRetraction('removed'),
  'retraction.refused': ofRetraction('refused'),
  'credits.low': { subjectId: story.ACCOUNT_ID, draftId: null, data: { unit: 'publication', left: 9 } },
  'connection.degraded': { subjectId: story.CONNECTION_ID, draftId: null, data: { platform: 'sandbox', state: 'revoked' } },
  'grant.rotation_requested': ofGrant('active'),
  'webhook.stopped': { subjectId: story.ENDPOINT_ID, draftId: null, data: { state: 'stopped', reason: 'gone' } },
  'grant.revoked': ofGrant('revoked'),
  'standing_approval.signed': ofStanding('active'),
  'standing_approval.ended': ofStanding('ended', { reason: 'revoked' }),
  'workspace.archived': { subjectId: story.WORKSPACE, draftId: null, data: {} },
  'workspace.restored': { subjectId: story.WORKSPACE, draftId: null, data: {} },
};

/** One of each type, as agents and webhooks receive it. */
export const EVENTS = Object.fromEntries(
  Object.entries(HAPPENED).map(([type, happened]) => [
    type,
    presentEvent(
      { publicUrl: story.HOST },
      {
        ...happened,
        ...{ id: story.EVENT_ID, type: type as EventType, sequence: 42, createdAt: new Date(story.PUBLISHED_AT) },
        ...{ accountId: story.ACCOUNT_ID, workspaceId: story.WORKSPACE, grantId: null, actorKind: 'system', actorId: null },
      },
    ),
  ]),
) as Record<EventType, EventView>;
