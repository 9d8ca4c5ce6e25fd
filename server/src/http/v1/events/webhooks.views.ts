import type { Static } from 'typebox';
import type { Context } from '../../../context.ts';
import { webhookPublicKey } from '../../../webhooks/sign-webhook.ts';
import type { WebhookDelivery } from '../../../webhooks/webhook-delivery.entity.ts';
import type { WebhookEndpoint } from '../../../webhooks/webhook-endpoint.entity.ts';
import { linkTo, timeOrNull } from '../view-parts.ts';
import type { DeliverySchema, EndpointSchema } from './webhooks.schemas.ts';

export function endpointView(ctx: Context, endpoint: WebhookEndpoint): Static<typeof EndpointSchema> {
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

export function deliveryView(delivery: WebhookDelivery): Static<typeof DeliverySchema> {
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
