import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { webhookPublicKey } from '../../webhooks/sign-webhook.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import {
  addEndpoint,
  changeEndpoint,
  checkWebhookUrl,
  listDeliveries,
  listEndpoints,
  loadEndpoint,
  redeliver,
  removeEndpoint,
  requireWebhooks,
  tryEndpoint,
} from '../../webhooks/webhook-endpoints.ts';
import { defineOperation } from '../engine/operation.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import * as examples from './examples/events.ts';
import * as fixture from './examples/fixture.ts';
import { linkTo, nextPageHeader, timeOrNull } from './view-parts.ts';
import {
  AddEndpointBody,
  ChangeEndpointBody,
  DeliveryPage,
  DeliverySchema,
  EndpointList,
  EndpointParams,
  EndpointSchema,
  ListDeliveriesQuery,
  ListEndpointsQuery,
  RedeliverBody,
  Redelivered,
  RemovedEndpoint,
} from './webhooks.schemas.ts';

const common = { scope: 'webhooks:write', tag: 'Webhooks' } as const;

export const addEndpointOperation = defineOperation({
  ...common,
  id: 'addWebhookEndpoint',
  summary: 'Add a webhook endpoint',
  description:
    'Messages are signed according to Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature` with `v1` and `v1a`). First, a challenge is sent: `{"type":"endpoint.challenge","challenge":"…"}`. Respond 2xx with the challenge in the body to activate the endpoint. Any response other than 2xx is a failure and is retried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, or later if you send Retry-After; 410 stops the endpoint.',
  headers: IdempotencyHeaders,
  body: AddEndpointBody,
  success: [
    { status: 201, description: 'The endpoint. The challenge is being sent.', schema: EndpointSchema, example: examples.UNPROVEN_ENDPOINT },
  ],
  location: (_ctx, made) => made._links.self.href,
  example: { body: examples.NEW_ENDPOINT },
  refuses: ['invalid_state', 'address_refused'],
  async prepare(ctx, { body }) {
    await requireWebhooks(ctx, body.workspace_id ?? ctx.actor.workspaceId);
    await checkWebhookUrl(ctx, body.url);
  },
  async run(ctx, { body: { url, secret, types, workspace_id: workspaceId = ctx.actor.workspaceId } }) {
    const endpoint = await addEndpoint(ctx, { workspaceId, url, secret, types: types ?? null });
    const view = endpointView(ctx, endpoint);
    return { status: 201, body: view };
  },
});

export const listEndpointsOperation = defineOperation({
  ...common,
  id: 'listWebhookEndpoints',
  summary: 'List your webhook endpoints',
  description: 'Lists the webhook endpoints of the key’s grant. Those of other agents are not visible.',
  query: ListEndpointsQuery,
  success: [
    { status: 200, description: 'The webhook endpoints.', schema: EndpointList, example: { webhook_endpoints: [examples.ENDPOINT] } },
  ],
  example: { query: { workspace_id: fixture.WORKSPACE } },
  async run(ctx, { query }) {
    const endpoints = await listEndpoints(ctx, query.workspace_id ?? ctx.actor.workspaceId);
    return { status: 200, body: { webhook_endpoints: endpoints.map((endpoint) => endpointView(ctx, endpoint)) } };
  },
});

export const readEndpointOperation = defineOperation({
  ...common,
  id: 'readWebhookEndpoint',
  summary: 'Read a webhook endpoint',
  description: 'Returns the endpoint’s state and delivery health.',
  params: EndpointParams,
  success: [{ status: 200, description: 'The endpoint.', schema: EndpointSchema, example: examples.ENDPOINT }],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID } },
  run: async (ctx, { params }) => ({ status: 200, body: endpointView(ctx, await loadEndpoint(ctx, params.endpoint_id)) }),
});

export const changeEndpointOperation = defineOperation({
  ...common,
  id: 'changeWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the URL, secret or event types. After a change of the secret, messages are signed with both secrets for 24 hours. A new URL must first respond to a challenge.',
  params: EndpointParams,
  body: ChangeEndpointBody,
  success: [{ status: 200, description: 'The changed endpoint.', schema: EndpointSchema, example: { ...examples.ENDPOINT, types: null } }],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID }, body: { types: null } },
  refuses: ['invalid_state', 'address_refused'],
  async prepare(ctx, { body: { url } }) {
    await requireWebhooks(ctx, ctx.actor.workspaceId);
    if (url !== undefined) await checkWebhookUrl(ctx, url);
  },
  run: async (ctx, { params, body }) => ({ status: 200, body: endpointView(ctx, await changeEndpoint(ctx, params.endpoint_id, body)) }),
});

export const removeEndpointOperation = defineOperation({
  ...common,
  id: 'removeWebhookEndpoint',
  summary: 'Remove a webhook endpoint',
  description: 'Removes the endpoint and its delivery log. Nothing more is sent to it.',
  params: EndpointParams,
  success: [
    {
      status: 200,
      description: 'The endpoint was removed.',
      schema: RemovedEndpoint,
      example: { endpoint_id: fixture.ENDPOINT_ID, removed: true },
    },
  ],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID } },
  async run(ctx, { params }) {
    await removeEndpoint(ctx, params.endpoint_id);
    return { status: 200, body: { endpoint_id: params.endpoint_id, removed: true } };
  },
});

export const testEndpointOperation = defineOperation({
  ...common,
  id: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description: 'Sends `endpoint.test`. An endpoint that is not active gets the challenge instead, which activates it.',
  headers: IdempotencyHeaders,
  params: EndpointParams,
  success: [{ status: 202, description: 'The queued message.', schema: DeliverySchema, example: examples.TEST_DELIVERY }],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID } },
  run: async (ctx, { params }) => ({ status: 202, body: deliveryView(await tryEndpoint(ctx, params.endpoint_id)) }),
});

export const listDeliveriesOperation = defineOperation({
  ...common,
  id: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Lists the messages of the last 30 days with the results of their delivery, newest first.',
  params: EndpointParams,
  query: ListDeliveriesQuery,
  success: [
    {
      status: 200,
      description: 'A page of deliveries.',
      schema: DeliveryPage,
      example: { deliveries: [examples.DELIVERY], next_cursor: null },
    },
  ],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID }, query: { state: 'delivered', limit: 25 } },
  async run(ctx, { params, query, request }) {
    const wanted = { limit: query.limit ?? 25, cursor: query.cursor ?? null, state: query.state ?? null };
    const page = await listDeliveries(ctx, params.endpoint_id, wanted);
    const body = { deliveries: page.items.map(deliveryView), next_cursor: page.nextCursor };
    return { status: 200, body, headers: nextPageHeader(ctx, request, page.nextCursor) };
  },
});

export const redeliverOperation = defineOperation({
  ...common,
  id: 'redeliverWebhooks',
  summary: 'Redeliver messages',
  description:
    'Sends the same bytes under the same `webhook-id` again at once: a single message or, after an outage, all undelivered messages with a failed attempt since a given time. If the endpoint is not active, they are sent once it is. Events that occurred while it was stopped are only in `GET /v1/events`.',
  headers: IdempotencyHeaders,
  params: EndpointParams,
  body: RedeliverBody,
  success: [{ status: 202, description: 'The number of messages queued.', schema: Redelivered, example: { redelivered: 1 } }],
  refuses: ['invalid_state'],
  example: { params: { endpoint_id: fixture.ENDPOINT_ID }, body: { failed_since: '2026-11-21T00:00:00Z' } },
  async run(ctx, { params, body: { delivery_id: deliveryId, failed_since: since } }) {
    if ((deliveryId === undefined) === (since === undefined)) {
      const fields = [{ pointer: '/delivery_id', message: 'must be given if failed_since is not, and only then.' }];
      throw new DomainError('validation_failed', { message: 'Pass either delivery_id or failed_since.', fields });
    }
    const which = deliveryId === undefined ? { failedSince: new Date(since ?? '') } : { deliveryId };
    return { status: 202, body: { redelivered: await redeliver(ctx, params.endpoint_id, which) } };
  },
});

function endpointView(ctx: Context, endpoint: WebhookEndpoint): Static<typeof EndpointSchema> {
  const { id, oldSecretUntil = null } = endpoint;
  return {
    endpoint_id: id,
    workspace_id: endpoint.workspaceId,
    url: endpoint.url,
    types: endpoint.types ?? null,
    state: endpoint.state,
    reason: endpoint.ending ?? null,
    public_key: webhookPublicKey(ctx.sealer),
    old_secret_until: oldSecretUntil && oldSecretUntil > ctx.clock.now() ? oldSecretUntil.toISOString() : null,
    failures: endpoint.failures,
    failing_since: timeOrNull(endpoint.failingSince),
    last_success_at: timeOrNull(endpoint.lastSuccessAt),
    created_at: endpoint.createdAt.toISOString(),
    _links: { self: linkTo(ctx, `/webhook-endpoints/${id}`) },
  };
}

function deliveryView(delivery: WebhookDelivery): Static<typeof DeliverySchema> {
  return {
    delivery_id: delivery.id,
    webhook_id: delivery.messageId,
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: timeOrNull(delivery.nextAttemptAt),
    last_status: delivery.lastStatus ?? null,
    last_fault: delivery.lastFault ?? null,
    created_at: delivery.createdAt.toISOString(),
    delivered_at: timeOrNull(delivery.deliveredAt),
    body: delivery.body,
  };
}
