import type { Static } from 'typebox';
import { SCOPES } from '../../../access/actor.ts';
import type { DraftState } from '../../../drafts/draft.entity.ts';
import { allowedDraftActions } from '../../../drafts/lock-draft.ts';
import { type EventView, presentEvent } from '../../../drafts/present-events.ts';
import type { EventData } from '../../../events/event.entity.ts';
import type { EventType } from '../../../events/event-types.ts';
import type { AddEndpointBody, DeliverySchema, EndpointSchema } from '../webhooks.schemas.ts';
import * as fixture from './fixture.ts';

interface Happened {
  subjectId: string;
  draftId: string | null;
  draftState?: DraftState;
  data: EventData;
}

/** The state of the draft with an approval or a job in each of these. */
const DRAFT_STATE_FOR: Record<string, DraftState> = {
  pending: 'in_review',
  approved: 'approved',
  superseded: 'draft',
  expired: 'draft',
  ready: 'approved',
  blocked: 'approved',
  publishing: 'publishing',
  published: 'published',
  partially_published: 'partially_published',
  failed: 'failed',
  unknown: 'publishing',
  cancelled: 'draft',
};

const ofApproval = (state: string, more: EventData = {}): Happened => ({
  subjectId: fixture.APPROVAL_ID,
  draftId: fixture.DRAFT_ID,
  draftState: DRAFT_STATE_FOR[state] ?? 'draft',
  data: { state, content_hash: fixture.CONTENT_HASH, ...more },
});
const ofJob = (state: string): Happened => ({
  subjectId: fixture.JOB_ID,
  draftId: fixture.DRAFT_ID,
  draftState: DRAFT_STATE_FOR[state] ?? 'draft',
  data: { state, mode: 'approval', content_hash: fixture.CONTENT_HASH, approval_id: fixture.APPROVAL_ID },
});
const ofPublication = (state: string, failure: string | null = null): Happened => ({
  subjectId: fixture.PUBLICATION_ID,
  draftId: fixture.DRAFT_ID,
  draftState: DRAFT_STATE_FOR[state] ?? 'draft',
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
    draftState: 'in_review',
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
    draftState: 'in_review',
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
  'publication.back': ofReadBack(''),
  'retraction.requested': ofRetraction('requested'),
  'retraction.declined': ofRetraction('declined'),
  'retraction.waiting': ofRetraction('signed'),
  'retraction.removed': ofRetraction('removed'),
  'retraction.refused': ofRetraction('refused'),
  'first_comment.published': ofFirstComment('published'),
  'first_comment.failed': ofFirstComment('failed'),
  'first_comment.unknown': ofFirstComment('unknown'),
  'credits.low': { subjectId: fixture.ACCOUNT_ID, draftId: null, data: { unit: 'publication', left: 9 } },
  'connection.degraded': { subjectId: fixture.CONNECTION_ID, draftId: null, data: { platform: 'sandbox', state: 'revoked' } },
  'connection.ending': {
    subjectId: fixture.CONNECTION_ID,
    draftId: null,
    data: { platform: 'sandbox', ends_at: '2026-11-28T11:41:41.339Z' },
  },
  'grant.rotation_requested': ofGrant('active'),
  'webhook.stopped': { subjectId: fixture.ENDPOINT_ID, draftId: null, data: { state: 'stopped', reason: 'gone' } },
  'grant.revoked': ofGrant('revoked'),
  'standing_approval.signed': ofStanding('active'),
  'standing_approval.ended': ofStanding('ended', { reason: 'revoked' }),
  'workspace.archived': { subjectId: fixture.WORKSPACE, draftId: null, data: {} },
  'workspace.restored': { subjectId: fixture.WORKSPACE, draftId: null, data: {} },
};

function actionsIn(state: DraftState): string[] {
  const workspace = { id: fixture.WORKSPACE, accountId: fixture.ACCOUNT_ID, allowsAuto: false, archivedAt: null };
  return allowedDraftActions(
    { state, approvalRequired: true },
    { kind: 'agent', workspaceId: fixture.WORKSPACE, scopes: SCOPES },
    workspace,
  );
}

/** One of each type, as agents and webhooks receive it. */
export const EVENTS = Object.fromEntries(
  Object.entries(HAPPENED).map(([type, { draftState = 'published', ...happened }]) => [
    type,
    presentEvent(
      { publicUrl: fixture.HOST },
      {
        ...happened,
        ...{ id: fixture.EVENT_ID, type: type as EventType, sequence: 42, createdAt: new Date(fixture.PUBLISHED_AT) },
        ...{ accountId: fixture.ACCOUNT_ID, workspaceId: fixture.WORKSPACE, grantId: null, actorKind: 'system', actorId: null },
      },
      happened.draftId ? { draft_state: draftState, allowed_actions: actionsIn(draftState) } : { draft_state: null, allowed_actions: [] },
    ),
  ]),
) as Record<EventType, EventView>;

export const NEW_ENDPOINT: Static<typeof AddEndpointBody> = {
  workspace_id: fixture.WORKSPACE,
  url: 'https://agent.example.org/hooks/countersign',
  secret: 'whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBtYWtlIHlvdXIgb3du',
  types: ['approval.decided', 'job.published'],
};

export const ENDPOINT: Static<typeof EndpointSchema> = {
  endpoint_id: fixture.ENDPOINT_ID,
  workspace_id: fixture.WORKSPACE,
  url: NEW_ENDPOINT.url,
  types: ['approval.decided', 'job.published'],
  state: 'active',
  reason: null,
  public_key: 'whpk_3Jt0qM6bTq8f1m0Y8w0lJ2b8fJ7o2m4o8u6a1Xy9Z2s=',
  old_secret_until: null,
  failures: 0,
  failing_since: null,
  last_success_at: fixture.PUBLISHED_AT,
  created_at: fixture.MADE_AT,
  _links: { self: fixture.linkTo(`/webhook-endpoints/${fixture.ENDPOINT_ID}`) },
};

export const UNPROVEN_ENDPOINT: Static<typeof EndpointSchema> = { ...ENDPOINT, state: 'unproven', last_success_at: null };

export const DELIVERY: Static<typeof DeliverySchema> = {
  delivery_id: fixture.DELIVERY_ID,
  webhook_id: fixture.EVENT_ID,
  type: 'job.published',
  state: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_status: 204,
  last_fault: null,
  created_at: fixture.PUBLISHED_AT,
  delivered_at: '2026-11-21T12:03:12.688Z',
  body: JSON.stringify(EVENTS['job.published']),
};

export const TEST_DELIVERY: Static<typeof DeliverySchema> = {
  ...DELIVERY,
  delivery_id: fixture.TEST_DELIVERY_ID,
  webhook_id: fixture.TEST_DELIVERY_ID,
  type: 'endpoint.test',
  state: 'pending',
  attempts: 0,
  next_attempt_at: fixture.PUBLISHED_AT,
  last_status: null,
  delivered_at: null,
  body: JSON.stringify({
    type: 'endpoint.test',
    timestamp: fixture.PUBLISHED_AT,
    workspace_id: fixture.WORKSPACE,
    message: 'This is a test event.',
    data: {},
  }),
};
