import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { newId } from '../new-id.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

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
      .where('state', '=', literal('pending')),
  );
  const challenge = randomBytes(24).toString('base64url');
  return queue(ctx, endpoint, 'challenge', 'endpoint.challenge', { challenge });
}

/** An event that nothing has happened for. The caller flushes. */
export function queueTest(ctx: Context, endpoint: To): WebhookDelivery {
  return queue(ctx, endpoint, 'test', 'endpoint.test', { message: 'This is a test. Nothing has happened.' });
}

function queue(ctx: Context, to: To, kind: 'challenge' | 'test', type: string, data: Record<string, string>): WebhookDelivery {
  const now = ctx.clock.now();
  const id = newId('whd');
  const body = JSON.stringify({ type, timestamp: now.toISOString(), workspace_id: to.workspaceId, ...data, data: {} });
  const delivery = { messageId: id, kind, type, body, state: 'pending' as const, nextAttemptAt: now, createdAt: now };
  return ctx.em.create(WebhookDelivery, { id, accountId: to.accountId, endpointId: to.id, ...delivery });
}
