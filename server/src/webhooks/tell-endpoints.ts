import type { Context } from '../context.ts';
import type { Event } from '../events/event.entity.ts';
import type { EventReader } from '../events/event-readers.ts';
import { presentEvent } from '../events/present-event.ts';
import { newId } from '../new-id.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** Puts every event on its way to the endpoints that want it. */
export const tellEndpoints: EventReader = {
  name: 'webhooks',
  async read(tx, events) {
    const workspaces = [...new Set(events.map(({ workspaceId }) => workspaceId))];
    const endpoints = await tx.em.find(WebhookEndpoint, { workspaceId: { $in: workspaces }, state: 'active' });
    if (endpoints.length === 0) return;
    const rows = events.flatMap((event) =>
      endpoints.filter((endpoint) => wants(endpoint, event)).map((endpoint) => toRow(tx, endpoint, event)),
    );
    if (rows.length > 0) await tx.em.insertMany(WebhookDelivery, rows);
  },
};

function wants({ workspaceId, grantId, types }: WebhookEndpoint, event: Event): boolean {
  // Events about one grant go to that grant's endpoints and the owners'.
  const isItsOwn = event.grantId == null || grantId == null || event.grantId === grantId;
  return workspaceId === event.workspaceId && isItsOwn && (types == null || types.includes(event.type));
}

function toRow({ config, clock }: Context, { id: endpointId, accountId }: WebhookEndpoint, event: Event) {
  const { timestamp, type, data, ...rest } = presentEvent(config, event);
  const now = clock.now();
  return {
    id: newId('whd'),
    accountId,
    endpointId,
    messageId: event.id,
    kind: 'event' as const,
    type,
    body: JSON.stringify({ type, timestamp, ...rest, data }),
    state: 'pending' as const,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
}
