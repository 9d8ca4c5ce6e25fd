import { randomBytes } from 'node:crypto';
import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Grant, stateOfGrant } from '../access/grants/grant.entity.ts';
import type { Context } from '../context.ts';
import { findRowsById } from '../db/reading/find-rows.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import type { ActionTaker } from '../drafts/lock-draft.ts';
import { type EventView, eventPresenter } from '../drafts/present-events.ts';
import type { Event } from '../events/event.entity.ts';
import { type EventReader, isAboutLiveAccount } from '../events/event-queries.ts';
import { newId } from '../new-id.ts';
import { statesBefore } from '../state-table.ts';
import { DELIVERY_TRANSITIONS, WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** Those that get events; an endpoint whose new address is being verified gets them once it is. */
function receiving(): FilterQuery<WebhookEndpoint> {
  const isBeingVerified = raw(
    (alias) =>
      `exists (select from webhook_deliveries d where d.endpoint_id = ${alias}.id and d.kind = 'challenge' and d.state = 'pending')`,
  );
  return { $or: [{ state: 'active' }, { state: 'unproven', lastSuccessAt: { $ne: null }, [isBeingVerified]: true }] };
}

/** Queues every event for the endpoints that receive its type. */
export const notifyEndpoints: EventReader = {
  name: 'webhooks',
  async read(tx, events) {
    const workspaces = [...new Set(events.map(({ workspaceId }) => workspaceId))];
    const endpoints = await tx.em.find(WebhookEndpoint, { $and: [{ workspaceId: { $in: workspaces } }, receiving()] });
    if (endpoints.length === 0) return;
    const present = await eventPresenter(tx, events);
    const grants = await grantsOf(tx, endpoints);
    const rows = endpoints.flatMap((endpoint) => {
      const grant = grants.get(endpoint.grantId ?? '');
      if (endpoint.grantId != null && !(grant && mayReceive(grant, tx.clock.now()))) return [];
      const reader: ActionTaker = grant ? { kind: 'agent', workspaceId: grant.workspaceId, scopes: grant.scopes } : FOR_OWNERS;
      const wanted = events.filter((event) => wants(endpoint, event) && !(grant?.isSandboxOnly && isAboutLiveAccount(event)));
      return wanted.map((event) => toRow(tx, endpoint, present(event, reader)));
    });
    if (rows.length > 0) await tx.em.insertMany(WebhookDelivery, rows);
  },
};

/** A paused grant's deliveries wait; those of one that has ended, or no longer includes webhooks, would never be sent. */
const mayReceive = (grant: Grant, now: Date): boolean => stateOfGrant(grant, now) === 'active' && grant.scopes.includes('webhooks:write');

function wants({ workspaceId, grantId, types }: WebhookEndpoint, event: Event): boolean {
  // Events about one grant go to that grant's endpoints and the owners'.
  const isItsOwn = event.grantId == null || grantId == null || event.grantId === grantId;
  return workspaceId === event.workspaceId && isItsOwn && (types == null || types.includes(event.type));
}

/** An endpoint without a grant belongs to the owners, who may do with a draft all that an operator may. */
const FOR_OWNERS: ActionTaker = { kind: 'operator' };

/** The grants behind the agents' endpoints. */
function grantsOf({ em }: Context, endpoints: readonly WebhookEndpoint[]): Promise<Map<string, Grant>> {
  return findRowsById(em, Grant, [...new Set(endpoints.flatMap(({ grantId }) => grantId ?? []))]);
}

function toRow({ clock }: Context, { id: endpointId, accountId }: WebhookEndpoint, event: EventView) {
  const { timestamp, type, data, ...rest } = event;
  const now = clock.now();
  return {
    id: newId('whd'),
    accountId,
    endpointId,
    messageId: event.event_id,
    kind: 'event' as const,
    type,
    body: JSON.stringify({ type, timestamp, ...rest, data }),
    state: 'pending' as const,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
}

type To = Pick<WebhookEndpoint, 'id' | 'accountId' | 'workspaceId'>;

/**
 * Sends a challenge that the endpoint must return to be activated. Earlier challenges are invalidated. The caller
 * flushes.
 */
export async function queueChallenge(ctx: Context, endpoint: To): Promise<WebhookDelivery> {
  await query(
    ctx.em,
    tables
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', next_attempt_at: null })
      .where('endpoint_id', '=', endpoint.id)
      .where('kind', '=', literal('challenge'))
      .where('state', 'in', statesBefore(DELIVERY_TRANSITIONS, 'failed').map(literal)),
  );
  const challenge = randomBytes(24).toString('base64url');
  return queue(ctx, endpoint, 'challenge', 'endpoint.challenge', { challenge });
}

/** A test event. The caller flushes. */
export function queueTest(ctx: Context, endpoint: To): WebhookDelivery {
  return queue(ctx, endpoint, 'test', 'endpoint.test', { message: 'This is a test event.' });
}

function queue(ctx: Context, to: To, kind: 'challenge' | 'test', type: string, data: Record<string, string>): WebhookDelivery {
  const now = ctx.clock.now();
  const id = newId('whd');
  const body = JSON.stringify({ type, timestamp: now.toISOString(), workspace_id: to.workspaceId, ...data, data: {} });
  const delivery = { messageId: id, kind, type, body, state: 'pending' as const, nextAttemptAt: now, createdAt: now };
  return ctx.em.create(WebhookDelivery, { id, accountId: to.accountId, endpointId: to.id, ...delivery });
}
