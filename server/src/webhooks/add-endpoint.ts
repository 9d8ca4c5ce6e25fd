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
import { requireWebhooks } from './endpoint-queries.ts';
import { queueChallenge } from './queue-message.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { sealSecret } from './webhook-secret.ts';

const MOST_OF_A_WORKSPACE = 20;

export interface AddEndpointInput {
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
export function readTypes(names: readonly string[] | null | undefined): EventType[] | null {
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
