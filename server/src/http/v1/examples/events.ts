import type { EventData } from '../../../events/event.entity.ts';
import type { EventType } from '../../../events/event-types.ts';
import { type EventView, presentEvent } from '../../../events/present-event.ts';
import * as fixture from './fixture.ts';

interface Happened {
  subjectId: string;
  draftId: string | null;
  data: EventData;
}

const ofApproval = (state: string, more: EventData = {}): Happened => ({
  subjectId: fixture.APPROVAL_ID,
  draftId: fixture.DRAFT_ID,
  data: { state, content_hash: fixture.CONTENT_HASH, ...more },
});
const ofJob = (state: string): Happened => ({
  subjectId: fixture.JOB_ID,
  draftId: fixture.DRAFT_ID,
  data: { state, mode: 'approval', content_hash: fixture.CONTENT_HASH, approval_id: fixture.APPROVAL_ID },
});
const ofPublication = (state: string, failure: string | null = null): Happened => ({
  subjectId: fixture.PUBLICATION_ID,
  draftId: fixture.DRAFT_ID,
  data: {
    job_id: fixture.JOB_ID,
    state,
    platform: 'sandbox',
    connection_id: fixture.CONNECTION_ID,
    failure_code: failure,
    url: state === 'published' ? fixture.POST_URL : null,
    content_hash: fixture.CONTENT_HASH,
  },
});
const ofReadBack = (fields: string): Happened => ({
  subjectId: fixture.PUBLICATION_ID,
  draftId: fixture.DRAFT_ID,
  data: { job_id: fixture.JOB_ID, platform: 'bluesky', fields, url: fixture.POST_URL },
});
const ofFirstComment = (state: string): Happened => ({
  subjectId: fixture.PUBLICATION_ID,
  draftId: fixture.DRAFT_ID,
  data: { job_id: fixture.JOB_ID, first_comment_id: fixture.FIRST_COMMENT_ID, platform: 'bluesky', state, url: null },
});

const ofRetraction = (state: string): Happened => ({
  subjectId: fixture.PUBLICATION_ID,
  draftId: fixture.DRAFT_ID,
  data: { job_id: fixture.JOB_ID, retraction_id: fixture.RETRACTION_ID, platform: 'bluesky', state },
});
const ofStanding = (state: string, more: object = {}): Happened => ({
  subjectId: fixture.STANDING_ID,
  draftId: null,
  data: { state, agent_id: fixture.AGENT_ID, template_hash: fixture.CONTENT_HASH, ...more },
});
const ofGrant = (state: string): Happened => ({ subjectId: fixture.GRANT_ID, draftId: null, data: { state, agent_id: fixture.AGENT_ID } });

const HAPPENED: Record<EventType, Happened> = {
  'draft.submitted': {
    subjectId: fixture.DRAFT_ID,
    draftId: fixture.DRAFT_ID,
    data: { state: 'in_review', revision: 2, content_hash: fixture.CONTENT_HASH, job_id: fixture.JOB_ID, mode: 'approval' },
  },
  'approval.requested': ofApproval('pending', { expires_at: fixture.EXPIRES_AT, approvals_required: 1 }),
  'approval.decided': ofApproval('approved', { decision: 'approved', decision_id: fixture.DECISION_ID, approvals: 1, signed: false }),
  'approval.moved_on': ofApproval('pending', { stage: 'The owners' }),
  'approval.superseded': ofApproval('superseded'),
  'approval.expired': ofApproval('expired'),
  'approval.vote_withdrawn': ofApproval('pending', { decision: 'approved', approvals: 0 }),
  'comment.added': {
    subjectId: fixture.COMMENT_ID,
    draftId: fixture.DRAFT_ID,
    data: { comment_id: fixture.COMMENT_ID, thread_id: fixture.THREAD_ID, by: 'agent' },
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
  'first_comment.published': ofFirstComment('published'),
  'first_comment.failed': ofFirstComment('failed'),
  'first_comment.unknown': ofFirstComment('unknown'),
  'credits.low': { subjectId: fixture.ACCOUNT_ID, draftId: null, data: { unit: 'publication', left: 9 } },
  'connection.degraded': { subjectId: fixture.CONNECTION_ID, draftId: null, data: { platform: 'sandbox', state: 'revoked' } },
  'grant.rotation_requested': ofGrant('active'),
  'webhook.stopped': { subjectId: fixture.ENDPOINT_ID, draftId: null, data: { state: 'stopped', reason: 'gone' } },
  'grant.revoked': ofGrant('revoked'),
  'standing_approval.signed': ofStanding('active'),
  'standing_approval.ended': ofStanding('ended', { reason: 'revoked' }),
  'workspace.archived': { subjectId: fixture.WORKSPACE, draftId: null, data: {} },
  'workspace.restored': { subjectId: fixture.WORKSPACE, draftId: null, data: {} },
};

/** One of each type, as agents and webhooks receive it. */
export const EVENTS = Object.fromEntries(
  Object.entries(HAPPENED).map(([type, happened]) => [
    type,
    presentEvent(
      { publicUrl: fixture.HOST },
      {
        ...happened,
        ...{ id: fixture.EVENT_ID, type: type as EventType, sequence: 42, createdAt: new Date(fixture.PUBLISHED_AT) },
        ...{ accountId: fixture.ACCOUNT_ID, workspaceId: fixture.WORKSPACE, grantId: null, actorKind: 'system', actorId: null },
      },
    ),
  ]),
) as Record<EventType, EventView>;
