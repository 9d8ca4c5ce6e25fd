import { requireInUse } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { readTypes } from './add-endpoint.ts';
import { loadEndpoint, requireWebhooks } from './endpoint-queries.ts';
import { queueChallenge, queueTest } from './queue-message.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { oldSecretPlace, sealSecret, secretPlace } from './webhook-secret.ts';

/** How long the previous secret signs in addition to the new one. */
const BOTH_MS = 24 * 3_600_000;

export interface ChangeEndpointInput {
  url?: string | undefined;
  secret?: string | undefined;
  types?: readonly string[] | null | undefined;
}

/** A new address must be verified first; after a change of the secret both sign for a day. Needs a transaction. */
export async function changeEndpoint(ctx: Context, id: string, { url, secret, types }: ChangeEndpointInput): Promise<WebhookEndpoint> {
  assertTransaction(ctx);
  const endpoint = await loadEndpoint(ctx, id, { isLocked: true });
  requireInUse(await requireWebhooks(ctx, endpoint.workspaceId));
  refuseRevoked(endpoint);
  if (types !== undefined) endpoint.types = readTypes(types);
  if (secret !== undefined) {
    const { sealer, clock } = ctx;
    endpoint.sealedOldSecret = sealer.seal(sealer.open(endpoint.sealedSecret, secretPlace(id)), oldSecretPlace(id));
    endpoint.oldSecretUntil = new Date(clock.now().getTime() + BOTH_MS);
    endpoint.sealedSecret = sealSecret(sealer, id, secret);
  }
  if (url !== undefined && url !== endpoint.url) {
    endpoint.url = url;
    begin(endpoint);
    await queueChallenge(ctx, endpoint);
  }
  await ctx.em.flush();
  const what = { url: url !== undefined, secret: secret !== undefined, types: types !== undefined };
  await recordAudit(ctx, { accountId: endpoint.accountId, action: 'webhook.changed', subjectId: id, details: what });
  return endpoint;
}

/** Sends a test event; to an inactive endpoint, the challenge that reactivates it. Needs a transaction. */
export async function tryEndpoint(ctx: Context, id: string): Promise<WebhookDelivery> {
  assertTransaction(ctx);
  const endpoint = await loadEndpoint(ctx, id, { isLocked: true });
  refuseRevoked(endpoint);
  if (endpoint.state === 'stopped') begin(endpoint);
  const delivery = endpoint.state === 'active' ? queueTest(ctx, endpoint) : await queueChallenge(ctx, endpoint);
  await ctx.em.flush();
  return delivery;
}

/** Removes an endpoint with its log. Needs a transaction. */
export async function removeEndpoint(ctx: Context, id: string): Promise<void> {
  assertTransaction(ctx);
  const endpoint = await loadEndpoint(ctx, id);
  await query(ctx.em, tables.deleteFrom('webhook_endpoints').where('id', '=', endpoint.id));
  await recordAudit(ctx, { accountId: endpoint.accountId, action: 'webhook.removed', subjectId: id });
}

function begin(endpoint: WebhookEndpoint): void {
  Object.assign(endpoint, { state: 'unproven', ending: null, failures: 0, failingSince: null });
}

function refuseRevoked({ ending }: WebhookEndpoint): void {
  if (ending === 'revoked') {
    throw new DomainError('invalid_state', {
      message: say`The access that this endpoint belongs to has ended.`,
      remedy: say`Remove the endpoint.`,
      details: { from: 'stopped' },
    });
  }
}
