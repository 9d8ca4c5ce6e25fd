import type { Services } from '../../context.ts';
import { addOperation } from '../engine/add-operation.ts';
import type { HttpServer } from '../engine/http-server.ts';
import type { MountedOperation } from '../engine/operation.ts';
import { precheckOperation, readMeOperation, usageOperation } from './account.routes.ts';
import { listApprovalsOperation, readApprovalOperation } from './approvals.routes.ts';
import { listConnectionsOperation, listPlatformsOperation } from './connections.routes.ts';
import { createCaptionsOperation, readCaptionsOperation } from './drafts/captions.routes.ts';
import { addCommentOperation, listCommentsOperation } from './drafts/comments.routes.ts';
import {
  archiveDraftOperation,
  changeDraftOperation,
  createDraftOperation,
  listDraftsOperation,
  readDraftOperation,
  submitDraftOperation,
} from './drafts/drafts.routes.ts';
import { createDraftsOperation } from './drafts/drafts-batch.routes.ts';
import { createPayloadsOperation } from './drafts/payloads.routes.ts';
import { listTemplatesOperation } from './drafts/templates.routes.ts';
import { validateOperation } from './drafts/validate.routes.ts';
import { listEventsOperation } from './events.routes.ts';
import { addMediaRoutes } from './media.routes.ts';
import {
  createPlatformPayloadOperation,
  createPostDraftOperation,
  describeOperation,
  queuePublishJobOperation,
} from './named-operations.routes.ts';
import {
  cancelJobOperation,
  createPublishJobOperation,
  evidenceOperation,
  listJobsOperation,
  readJobOperation,
  requestEditOperation,
  requestRetractionOperation,
  retryJobOperation,
} from './publish-jobs.routes.ts';
import { listStandingApprovalsOperation } from './standing-approvals.routes.ts';
import {
  addEndpointOperation,
  changeEndpointOperation,
  listDeliveriesOperation,
  listEndpointsOperation,
  readEndpointOperation,
  redeliverOperation,
  removeEndpointOperation,
  testEndpointOperation,
} from './webhooks.routes.ts';

type Route = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, operation: MountedOperation];

const DRAFTS: Route[] = [
  ['POST', '/v1/drafts', createDraftOperation],
  ['GET', '/v1/drafts', listDraftsOperation],
  ['GET', '/v1/drafts/:draft_id', readDraftOperation],
  ['PATCH', '/v1/drafts/:draft_id', changeDraftOperation],
  ['DELETE', '/v1/drafts/:draft_id', archiveDraftOperation],
  ['POST', '/v1/drafts/:draft_id/submit', submitDraftOperation],
  ['POST', '/v1/drafts/batch', createDraftsOperation],
  ['GET', '/v1/templates', listTemplatesOperation],
  ['POST', '/v1/captions', createCaptionsOperation],
  ['GET', '/v1/captions/:caption_set_id', readCaptionsOperation],
  ['GET', '/v1/drafts/:draft_id/comments', listCommentsOperation],
  ['POST', '/v1/drafts/:draft_id/comments', addCommentOperation],
];

const OTHERS: Route[] = [
  ['POST', '/v1/payloads', createPayloadsOperation],
  ['POST', '/v1/usage/precheck', precheckOperation],
  ['GET', '/v1/usage', usageOperation],
  ['POST', '/v1/validate', validateOperation],
  ['POST', '/v1/publish-jobs', createPublishJobOperation],
  ['GET', '/v1/publish-jobs', listJobsOperation],
  ['GET', '/v1/publish-jobs/:job_id', readJobOperation],
  ['GET', '/v1/publish-jobs/:job_id/evidence', evidenceOperation],
  ['POST', '/v1/publish-jobs/:job_id/cancel', cancelJobOperation],
  ['POST', '/v1/publish-jobs/:job_id/retry', retryJobOperation],
  ['POST', '/v1/publications/:publication_id/retraction', requestRetractionOperation],
  ['POST', '/v1/publications/:publication_id/edit', requestEditOperation],
  ['GET', '/v1/platforms', listPlatformsOperation],
  ['GET', '/v1/me', readMeOperation],
  ['GET', '/v1/approvals', listApprovalsOperation],
  ['GET', '/v1/approvals/:approval_id', readApprovalOperation],
  ['GET', '/v1/standing-approvals', listStandingApprovalsOperation],
  ['GET', '/v1/connections', listConnectionsOperation],
  ['GET', '/v1/events', listEventsOperation],
  ['POST', '/v1/webhook-endpoints', addEndpointOperation],
  ['GET', '/v1/webhook-endpoints', listEndpointsOperation],
  ['GET', '/v1/webhook-endpoints/:endpoint_id', readEndpointOperation],
  ['PATCH', '/v1/webhook-endpoints/:endpoint_id', changeEndpointOperation],
  ['DELETE', '/v1/webhook-endpoints/:endpoint_id', removeEndpointOperation],
  ['POST', '/v1/webhook-endpoints/:endpoint_id/test', testEndpointOperation],
  ['GET', '/v1/webhook-endpoints/:endpoint_id/deliveries', listDeliveriesOperation],
  ['POST', '/v1/webhook-endpoints/:endpoint_id/redeliver', redeliverOperation],
  ['POST', '/generate-description', describeOperation],
  ['POST', '/create-post-draft', createPostDraftOperation],
  ['POST', '/create-platform-payload', createPlatformPayloadOperation],
  ['POST', '/create-publish-job', queuePublishJobOperation],
];

/** Every operation for agents: those described by OpenAPI, shown on the public pages and offered as MCP tools, in their order there. */
export async function addOperations(api: HttpServer, services: Services): Promise<void> {
  for (const route of DRAFTS) addOperation(api, services, ...route);
  await addMediaRoutes(api, services);
  for (const route of OTHERS) addOperation(api, services, ...route);
}
