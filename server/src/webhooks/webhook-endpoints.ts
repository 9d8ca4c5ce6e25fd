import { LockMode } from '@mikro-orm/postgresql';
import { canIn, requireNotArchived, requireOwner, requireScope, requireWorkspaceOrArchived } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { deleteInBatches } from '../db/insert-rows.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { COUNT, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { EVENT_TYPES, type EventType, isEventType } from '../events/event-types.ts';
import { FIELD_RULES, isWebAddress } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { OutboundFault, refusedAddress } from '../outbound/outbound-fault.ts';
import { nextState } from '../state-table.ts';
import { queueChallenge, queueTest } from './notify-endpoints.ts';
import { oldSecretPlace, sealSecret, secretPlace } from './sign-webhook.ts';
import { WEBHOOK_TRANSITIONS, WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The workspace, archived or not: an agent needs the scope, a person must own the account. */
export async function requireWebhooks(ctx: Context, workspaceId: string): Promise<Workspace> {
  requireScope(ctx, 'webhooks:write');
  return requireWorkspaceOrArchived(ctx, workspaceId, ctx.actor.kind === 'agent' ? 'read' : 'manage');
}

/** Whether a caller who may see the workspace may also see its endpoints. */
export function mayManageWebhooks(ctx: Context, accountId: string): boolean {
  return ctx.actor.kind === 'agent' ? ctx.actor.scopes.includes('webhooks:write') : canIn(ctx, accountId, 'manage');
}

/** As `requireWebhooks`, for reading and removing, which the owners of a suspended account still may. */
async function requireWebhookReader(ctx: Context, workspaceId: string): Promise<void> {
  await (ctx.actor.kind === 'user' ? requireOwner(ctx, workspaceId) : requireWebhooks(ctx, workspaceId));
}

/** An endpoint that the caller may read and remove; agents only their own. Foreign and unknown ones are both `not_found`. */
export async function loadEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const endpoint = ownEndpoint(ctx, await ctx.em.findOne(WebhookEndpoint, id));
  await requireWebhookReader(ctx, endpoint.workspaceId);
  return endpoint;
}

/** As above, for a change, with its row locked. */
async function lockEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const endpoint = ownEndpoint(ctx, await ctx.em.findOne(WebhookEndpoint, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
  await requireWebhooks(ctx, endpoint.workspaceId);
  return endpoint;
}

function ownEndpoint({ actor }: Context, endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint || (actor.kind === 'agent' && endpoint.grantId !== actor.grantId)) throw new DomainError('not_found');
  return endpoint;
}

export async function listEndpoints(ctx: Context, workspaceId: string): Promise<WebhookEndpoint[]> {
  await requireWebhookReader(ctx, workspaceId);
  const own = ctx.actor.kind === 'agent' ? { grantId: ctx.actor.grantId } : {};
  return ctx.em.find(WebhookEndpoint, { workspaceId, ...own }, { orderBy: { id: 'asc' } });
}

/** An endpoint's sent and waiting deliveries, newest first. */
export async function listDeliveries(
  ctx: Context,
  endpointId: string,
  { state, ...request }: PageRequest & { state?: WebhookDelivery['state'] | null },
): Promise<Page<WebhookDelivery>> {
  const { id } = await loadEndpoint(ctx, endpointId);
  return findPage(
    ctx.em,
    WebhookDelivery,
    { endpointId: id, ...(state ? { state } : {}) },
    {
      ...request,
      cursors: cursorsOf(ctx, 'deliveries', id),
      order: 'desc',
    },
  );
}

/** One message, or every undelivered one whose last failed attempt is not earlier than a time. */
type Redelivered = { deliveryId: string } | { failedSince: Date };

/**
 * Repeats messages at once: the same bytes under the same id, with a full retry schedule. A message being sent is
 * skipped, or refused with `invalid_state` if it is the only one. Returns how many were queued. Needs a transaction.
 */
export async function redeliver(ctx: Context, endpointId: string, which: Redelivered): Promise<number> {
  assertTransaction(ctx);
  const { id, accountId } = await lockEndpoint(ctx, endpointId);
  const now = ctx.clock.now();
  const rows = await query(
    ctx.em,
    tables
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: now, leased_until: null, delivered_at: null })
      .where('endpoint_id', '=', id)
      .where('kind', '<>', 'challenge')
      .where(({ and, eb }) =>
        'deliveryId' in which
          ? eb('id', '=', which.deliveryId)
          : and([eb('state', '<>', 'delivered'), eb('last_failed_at', '>=', which.failedSince)]),
      )
      // The number of attempts is the fence of the one in progress.
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .returning('id'),
  );
  if ('deliveryId' in which && rows.length === 0) throw await notRedelivered(ctx, id, which.deliveryId);
  await recordAudit(ctx, { accountId, action: 'webhook.redelivered', subjectId: id, details: { deliveries: rows.length } });
  return rows.length;
}

/** Why one message was not queued: it is unknown, or is being sent. */
async function notRedelivered({ em }: Context, endpointId: string, id: string): Promise<DomainError> {
  const delivery = await em.findOne(WebhookDelivery, { id, endpointId, kind: { $ne: 'challenge' } });
  if (!delivery) return new DomainError('not_found');
  return new DomainError('invalid_state', {
    message: say`This message is being sent.`,
    remedy: say`Wait for its result in the list of deliveries, then repeat the request if it is still needed.`,
  });
}

const KEPT_DAYS = 30;

/** Scheduled task: the log is kept for 30 days. */
export function purgeDeliveries({ orm, clock }: Services): Promise<number> {
  const oldest = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  return deleteInBatches(orm.em.fork(), { table: 'webhook_deliveries', where: 'created_at < ?', values: [oldest] });
}

/** How long the previous secret signs in addition to the new one. */
const BOTH_MS = DAY_MS;

interface ChangeEndpointInput {
  url?: string | undefined;
  secret?: string | undefined;
  types?: readonly string[] | null | undefined;
}

/** A new address must be verified first; after a change of the secret both sign for a day. Needs a transaction. */
export async function changeEndpoint(ctx: Context, id: string, { url, secret, types }: ChangeEndpointInput): Promise<WebhookEndpoint> {
  assertTransaction(ctx);
  const endpoint = await lockEndpoint(ctx, id);
  requireNotArchived(await requireWebhooks(ctx, endpoint.workspaceId));
  await requireRecentIfPerson(ctx);
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
  const endpoint = await lockEndpoint(ctx, id);
  refuseRevoked(endpoint);
  if (endpoint.state === 'stopped') begin(endpoint);
  const delivery = endpoint.state === 'active' ? queueTest(ctx, endpoint) : await queueChallenge(ctx, endpoint);
  await ctx.em.flush();
  return delivery;
}

/** Removes an endpoint with its log, even while the account is suspended. Needs a transaction. */
export async function removeEndpoint(ctx: Context, id: string): Promise<void> {
  assertTransaction(ctx);
  const endpoint = await loadEndpoint(ctx, id);
  await query(ctx.em, tables.deleteFrom('webhook_endpoints').where('id', '=', endpoint.id));
  await recordAudit(ctx, { accountId: endpoint.accountId, action: 'webhook.removed', subjectId: id });
}

function begin(endpoint: WebhookEndpoint): void {
  const state = nextState('endpoint', WEBHOOK_TRANSITIONS, endpoint.state, 'unproven');
  Object.assign(endpoint, { state, ending: null, failures: 0, failingSince: null });
}

function refuseRevoked({ ending }: WebhookEndpoint): void {
  if (ending === 'revoked') {
    throw new DomainError('invalid_state', {
      message: say`The grant that this endpoint belongs to has ended.`,
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
  /** Default: all types. */
  types?: readonly string[] | null;
}

/** Adds an endpoint. It gets no events before it has returned a challenge. Needs a transaction. */
export async function addEndpoint(ctx: Context, input: AddEndpointInput): Promise<WebhookEndpoint> {
  assertTransaction(ctx);
  const { workspaceId, url, secret } = input;
  requireNotArchived(await requireWebhooks(ctx, workspaceId));
  await requireRecentIfPerson(ctx);
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
      message: say`A workspace can have at most ${MOST_OF_A_WORKSPACE} endpoints.`,
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
  const message = `Unknown event type: ${unknown.join(', ')}.`;
  const known = `must be among: ${Object.keys(EVENT_TYPES).join(', ')}`;
  throw new DomainError('validation_failed', { message, fields: [{ pointer: '/types', message: known }] });
}

/** Checks whether the address may be called, without connecting. Outside of transactions, as it resolves names. */
export async function checkWebhookUrl({ outbound }: Pick<Context, 'outbound'>, url: string): Promise<void> {
  if (!isWebAddress(url) || url.length > FIELD_RULES.webhook.url.maxLength) {
    const message = say`must be a complete address that begins with https://.`;
    throw new DomainError('validation_failed', { message, fields: [{ pointer: '/url', message }] });
  }
  try {
    await outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundFault) throw refusedAddress(error);
    throw error;
  }
}
