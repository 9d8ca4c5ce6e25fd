import { requireInUse } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { COUNT, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { EVENT_TYPES, type EventType, isEventType } from '../events/event-types.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { loadEndpoint, requireWebhooks } from './endpoint-queries.ts';
import { queueChallenge, queueTest } from './notify-endpoints.ts';
import { oldSecretPlace, sealSecret, secretPlace } from './sign-webhook.ts';
import { type WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** How long the previous secret signs in addition to the new one. */
const BOTH_MS = 24 * 3_600_000;

interface ChangeEndpointInput {
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

const MOST_OF_A_WORKSPACE = 20;

interface AddEndpointInput {
  workspaceId: string;
  url: string;
  secret: string;
  /** All of them by default. */
  types?: readonly string[] | null;
}

/** Adds an endpoint. It gets no events before it has returned a challenge. Needs a transaction. */
export async function addEndpoint(ctx: Context, input: AddEndpointInput): Promise<WebhookEndpoint> {
  assertTransaction(ctx);
  const { workspaceId, url, secret } = input;
  requireInUse(await requireWebhooks(ctx, workspaceId));
  // With the owner role: row-level security would let a key count only its own.
  const [workspace] = await query(
    forkAsOwner(ctx.orm),
    tables
      .selectFrom('workspaces as w')
      .select('w.account_id')
      .select(({ selectFrom }) =>
        selectFrom('webhook_endpoints as e').select(COUNT).whereRef('e.workspace_id', '=', 'w.id').$asScalar().$notNull().as('many'),
      )
      .where('w.id', '=', workspaceId),
  );
  if (!workspace) throw new DomainError('not_found');
  if (workspace.many >= MOST_OF_A_WORKSPACE) {
    throw new DomainError('invalid_state', {
      message: say`A workspace has ${MOST_OF_A_WORKSPACE} endpoints at the most; remove one first.`,
      remedy: say`Remove an endpoint that you no longer need, then add this one.`,
    });
  }
  const id = newId('whe');
  const endpoint = ctx.em.create(WebhookEndpoint, {
    id,
    accountId: workspace.account_id,
    workspaceId,
    grantId: ctx.actor.kind === 'agent' ? ctx.actor.grantId : null,
    url,
    types: readTypes(input.types),
    sealedSecret: sealSecret(ctx.sealer, id, secret),
    state: 'unproven',
    createdAt: ctx.clock.now(),
  });
  await ctx.em.flush();
  await queueChallenge(ctx, endpoint);
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: endpoint.accountId, action: 'webhook.added', subjectId: id, details: { host: new URL(url).host } });
  return endpoint;
}

/** The types, without repetition. Throws `validation_failed`, which lists the known ones. */
function readTypes(names: readonly string[] | null | undefined): EventType[] | null {
  if (!names) return null;
  const unknown = names.filter((name) => !isEventType(name));
  if (unknown.length === 0) return [...new Set(names.filter(isEventType))];
  const message = `There is no event type ${unknown.join(', ')}.`;
  const known = `must be of: ${Object.keys(EVENT_TYPES).join(', ')}`;
  throw new DomainError('validation_failed', { message, fields: [{ pointer: '/types', message: known }] });
}

/** Checks whether the address may be called, without connecting. Outside of transactions, as it resolves names. */
export async function checkWebhookUrl({ outbound }: Pick<Context, 'outbound'>, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundFault) throw new DomainError('address_refused', { message: error.words });
    throw error;
  }
}
