import type { TSchema } from 'typebox';
import { FieldErrorSchema, ProblemSchema } from '../engine/problem.schemas.ts';
import { MeSchema } from '../v1/account/me.schemas.ts';
import * as usage from '../v1/account/usage.schemas.ts';
import * as approvals from '../v1/approvals/approvals.schemas.ts';
import * as common from '../v1/common.schemas.ts';
import * as connections from '../v1/connections/connections.schemas.ts';
import { PlatformListSchema } from '../v1/connections/platforms.schemas.ts';
import * as captions from '../v1/drafts/captions.schemas.ts';
import * as comments from '../v1/drafts/comments.schemas.ts';
import * as drafts from '../v1/drafts/drafts.schemas.ts';
import * as batch from '../v1/drafts/drafts-batch.schemas.ts';
import * as payloads from '../v1/drafts/payloads.schemas.ts';
import { ValidateBody, ValidationSchema } from '../v1/drafts/validate.schemas.ts';
import * as events from '../v1/events/events.schemas.ts';
import * as webhooks from '../v1/events/webhooks.schemas.ts';
import * as media from '../v1/media/media.schemas.ts';
import { EvidenceSchema } from '../v1/publish-jobs/evidence.schemas.ts';
import * as jobs from '../v1/publish-jobs/publish-jobs.schemas.ts';

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
