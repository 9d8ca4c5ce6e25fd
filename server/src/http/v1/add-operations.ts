import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { addMeRoutes, addUsageRoutes } from './account.routes.ts';
import { addApprovalRoutes } from './approvals.routes.ts';
import { addConnectionRoutes, addPlatformRoutes } from './connections.routes.ts';
import { addCaptionRoutes } from './drafts/captions.routes.ts';
import { addCommentRoutes } from './drafts/comments.routes.ts';
import { addDraftRoutes } from './drafts/drafts.routes.ts';
import { addDraftBatchRoutes } from './drafts/drafts-batch.routes.ts';
import { addPayloadRoutes } from './drafts/payloads.routes.ts';
import { addTemplateRoutes } from './drafts/templates.routes.ts';
import { addValidateRoutes } from './drafts/validate.routes.ts';
import { addEventRoutes } from './events.routes.ts';
import { addMediaRoutes } from './media.routes.ts';
import { addNamedOperationRoutes } from './named-operations.routes.ts';
import { addPublishJobRoutes } from './publish-jobs.routes.ts';
import { addStandingApprovalRoutes } from './standing-approvals.routes.ts';
import { addWebhookRoutes } from './webhooks.routes.ts';

/** Every operation for agents: those described by OpenAPI, shown on the public pages and offered as MCP tools. */
export async function addOperations(api: HttpServer, services: Services): Promise<void> {
  addDraftRoutes(api, services);
  addDraftBatchRoutes(api, services);
  addTemplateRoutes(api, services);
  addCaptionRoutes(api, services);
  addCommentRoutes(api, services);
  await addMediaRoutes(api, services);
  addPayloadRoutes(api, services);
  addUsageRoutes(api, services);
  addValidateRoutes(api, services);
  addPublishJobRoutes(api, services);
  addPlatformRoutes(api, services);
  addMeRoutes(api, services);
  addApprovalRoutes(api, services);
  addStandingApprovalRoutes(api, services);
  addConnectionRoutes(api, services);
  addEventRoutes(api, services);
  addWebhookRoutes(api, services);
  addNamedOperationRoutes(api, services);
}
