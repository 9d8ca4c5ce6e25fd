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
