import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import { FieldErrorSchema, ProblemSchema } from '../engine/problem-details.ts';
import * as usage from '../v1/account.schemas.ts';
import { MeSchema } from '../v1/account.schemas.ts';
import * as approvals from '../v1/approvals.schemas.ts';
import * as common from '../v1/common.schemas.ts';
import * as connections from '../v1/connections.schemas.ts';
import { PlatformListSchema } from '../v1/connections.schemas.ts';
import * as captions from '../v1/drafts/captions.schemas.ts';
import * as comments from '../v1/drafts/comments.schemas.ts';
import * as drafts from '../v1/drafts/drafts.schemas.ts';
import * as batch from '../v1/drafts/drafts-batch.schemas.ts';
import * as payloads from '../v1/drafts/payloads.schemas.ts';
import { ValidateBody, ValidationSchema } from '../v1/drafts/validate.schemas.ts';
import * as events from '../v1/events.routes.ts';
import * as media from '../v1/media.schemas.ts';
import * as jobs from '../v1/publish-jobs.schemas.ts';
import { EvidenceSchema } from '../v1/publish-jobs.schemas.ts';
import * as webhooks from '../v1/webhooks.schemas.ts';

const BY_KEY: ErrorCode[] = ['unauthenticated', 'key_malformed', 'key_unknown', 'key_expired', 'key_revoked'];
const BY_CUSTOMER: ErrorCode[] = ['account_not_approved', 'grant_paused'];
const BY_SERVICE: ErrorCode[] = ['rate_limited', 'internal_error', 'service_busy', 'database_unavailable'];
const OF_BODIES: ErrorCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type'];
const OF_REPEATS: ErrorCode[] = ['malformed_idempotency_key', 'idempotency_in_flight', 'idempotency_key_reused'];
/** A name of an object in what is sent, at any depth. */
const NAMES_OBJECT = /"\w+_ids?":/;

/**
 * Every error code of an operation: those of its form, and those that it declares. Tests provoke each of them at each
 * operation that lists it, except those of the service and of the HTTP message, and fail where any of their requests is
 * refused with another one.
 */
export function refusalsOf({ operation, isRead, route }: OfferedOperation): ErrorCode[] {
  const { properties: inQuery = {} } = (operation.query ?? {}) as { properties?: object };
  const takesRevision = 'if-match' in ((operation.headers as { properties?: object } | undefined)?.properties ?? {});
  return [
    ...BY_KEY,
    ...BY_CUSTOMER,
    ...(operation.scope ? ['insufficient_scope' as const] : []),
    ...BY_SERVICE,
    // Fastify parses any body that is sent, also where none is expected.
    ...(isRead ? [] : [...OF_BODIES, 'storage_full' as const]),
    ...(route.startsWith('POST ') ? OF_REPEATS : []),
    // A query has no unknown parameter, also where none is expected.
    'validation_failed',
    // What is wrong with the message itself: no Host, a path that cannot be decoded, a body of another length than announced.
    'bad_user_input',
    ...(NAMES_OBJECT.test(JSON.stringify([operation.params, operation.query, operation.body])) ? ['not_found' as const] : []),
    ...('cursor' in inQuery ? ['foreign_cursor' as const] : []),
    ...(takesRevision ? ['stale_revision' as const] : []),
    ...(takesRevision && route.startsWith('PATCH ') ? ['precondition_required' as const] : []),
    ...(operation.refuses ?? []),
  ];
}

/** The same by status, each code once, in the order of the error table. */
export function refusalsByStatus(offered: OfferedOperation): Map<number, ErrorCode[]> {
  const codes = new Set(refusalsOf(offered));
  const known = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
  return Map.groupBy(known, (code) => ERRORS[code].status);
}

/**
 * The named shapes of the document: generated clients name their types by them, and a name is never given to another
 * shape.
 */
export const COMPONENTS: Readonly<Record<string, TSchema>> = {
  Problem: ProblemSchema,
  FieldError: FieldErrorSchema,
  Omission: common.OmissionSchema,
  Notice: common.NoticeSchema,
  Link: common.LinkSchema,
  Gate: common.GateSchema,
  Readiness: common.ReadinessSchema,
  TargetReadiness: common.TargetReadinessSchema,
  ApprovalSummary: common.ApprovalSchema,
  DecidedApproval: common.DecidedApprovalSchema,
  ContentChange: common.ContentChangeSchema,
  CommentThread: comments.CommentThreadSchema,
  Approval: approvals.WholeApprovalSchema,
  ApprovalPage: approvals.ApprovalPage,
  Connection: connections.ConnectionSchema,
  ConnectionList: connections.ConnectionList,
  Caption: captions.CaptionSchema,
  CaptionSet: captions.CaptionSetSchema,
  CreateCaptions: captions.CreateCaptionsBody,
  DescribeText: captions.DescribeTextBody,
  Description: captions.DescriptionSchema,
  CreateDraft: drafts.CreateDraftBody,
  ChangeDraft: drafts.ChangeDraftBody,
  SubmitDraft: drafts.SubmitDraftBody,
  Draft: drafts.DraftSchema,
  BatchEntry: batch.BatchEntryBody,
  CreateDrafts: batch.CreateDraftsBody,
  BatchOutcome: batch.BatchOutcomeSchema,
  DraftBatch: batch.DraftBatchSchema,
  DraftPage: drafts.DraftPage,
  Event: events.EventSchema,
  EventPage: events.EventPage,
  Evidence: EvidenceSchema,
  Me: MeSchema,
  Media: media.MediaSchema,
  MediaPage: media.MediaPage,
  AddMediaFromUrl: media.AddMediaFromUrlBody,
  CreatePayloads: payloads.CreatePayloadsBody,
  Payload: payloads.PayloadSchema,
  PayloadSet: payloads.PayloadSetSchema,
  PlatformList: PlatformListSchema,
  CreatePublishJob: jobs.CreatePublishJobBody,
  PublishJob: jobs.PublishJobSchema,
  PublishJobPage: jobs.PublishJobPage,
  PrecheckRequest: usage.PrecheckBody,
  Precheck: usage.PrecheckSchema,
  Usage: usage.UsageSchema,
  ValidateWords: ValidateBody,
  Validation: ValidationSchema,
  AddWebhookEndpoint: webhooks.AddEndpointBody,
  ChangeWebhookEndpoint: webhooks.ChangeEndpointBody,
  RedeliverWebhooks: webhooks.RedeliverBody,
  WebhookEndpoint: webhooks.EndpointSchema,
  WebhookEndpointList: webhooks.EndpointList,
  WebhookDelivery: webhooks.DeliverySchema,
  WebhookDeliveryPage: webhooks.DeliveryPage,
};

type Json = Record<string, unknown>;

const link = (operationId: string, description: string, parameter: string, pointer: string): Json => ({
  operationId,
  description,
  parameters: { [parameter]: `$response.body#/${pointer}` },
});

/** From a response to the operations that take an id of it, by the name of the response's schema. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  Draft: {
    ReadDraft: link('readDraft', 'The draft as it is now.', 'draft_id', 'draft_id'),
    ChangeDraft: link('changeDraft', 'Send its `revision` as If-Match.', 'draft_id', 'draft_id'),
    SubmitDraft: link('submitDraft', 'Requests approval, or queues it.', 'draft_id', 'draft_id'),
    ListComments: link('listComments', 'What people said about it.', 'draft_id', 'draft_id'),
    ReadJobOfDraft: link('readPublishJob', 'Its publish job, once it is submitted.', 'job_id', 'publish_job/job_id'),
    ReadApprovalOfDraft: link('readApproval', 'Its approval request, once there is one.', 'approval_id', 'approval/approval_id'),
  },
  CaptionSet: { ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id') },
  PayloadSet: { ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id') },
  CommentThread: { ListComments: link('listComments', 'All threads of its draft.', 'draft_id', 'draft_id') },
  PublishJob: {
    ReadPublishJob: link('readPublishJob', 'The job as it is now; `wait` waits for a change.', 'job_id', 'job_id'),
    CancelPublishJob: link('cancelPublishJob', 'Cancels what is not published yet.', 'job_id', 'job_id'),
    RetryPublishJob: link('retryPublishJob', 'Tries again what failed.', 'job_id', 'job_id'),
    ReadEvidence: link('readEvidence', 'The signed record.', 'job_id', 'job_id'),
    ReadApprovalOfJob: link('readApproval', 'Its approval request, if it has one.', 'approval_id', 'approval_id'),
    ReadDraft: link('readDraft', 'Its draft.', 'draft_id', 'draft_id'),
  },
  Approval: {
    ReadPublishJob: link('readPublishJob', 'The job that it is for.', 'job_id', 'job_id'),
    ReadDraft: link('readDraft', 'The draft that it is for.', 'draft_id', 'draft_id'),
  },
  Media: {
    ReadMedia: link('readMedia', 'The file’s description.', 'media_id', 'media_id'),
    DescribeMedia: link('describeMedia', 'Another alternative text.', 'media_id', 'media_id'),
  },
  WebhookEndpoint: {
    TestWebhookEndpoint: link('testWebhookEndpoint', 'Sends a test event.', 'endpoint_id', 'endpoint_id'),
    ListWebhookDeliveries: link('listWebhookDeliveries', 'Its deliveries.', 'endpoint_id', 'endpoint_id'),
  },
};

/** Adds the links to all responses whose body has the ids. */
export function addLinks(responses: Iterable<Json & { content?: Record<string, Json> }>): void {
  for (const answer of responses) {
    const schema = answer.content?.['application/json']?.schema as { $ref?: string } | undefined;
    const links = LINKS[schema?.$ref?.split('/').at(-1) ?? ''];
    if (links) answer.links = links;
  }
}
