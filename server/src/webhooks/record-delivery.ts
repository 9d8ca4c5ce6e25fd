import { LockMode } from '@mikro-orm/postgresql';
import type { Recipient } from '../access/mail/mail-message.ts';
import { queueMail } from '../access/mail/queue-mail.ts';
import type { Context } from '../context.ts';
import { countChanged, query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { say } from '../languages/sentence.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { SendResult } from './send-delivery.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

const SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** At most, between two attempts. */
const MOST_MS = 86_400_000;
const JITTER = 0.1;

/** The delay after the attempt of this number (from 1); null after the last. At least what the receiver asks for. */
export function retryAfterMs(attempt: number, askedSeconds: number | null, random = Math.random()): number | null {
  const seconds = SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const spread = seconds * 1_000 * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min((askedSeconds ?? 0) * 1_000, MOST_MS)));
}

/** Disabled only after this long without any success, and this many failures. */
const SILENT_MS = 3 * 86_400_000;
const FEWEST_FAILURES = 20;

/**
 * Records an attempt's result, with the consequences for the endpoint. Fenced by the attempt's number. Needs a
 * transaction.
 */
export async function recordDelivery(ctx: Context, claimed: ClaimedDelivery, result: SendResult): Promise<void> {
  assertTransaction(ctx);
  const now = ctx.clock.now();
  const endpoint = await ctx.em.findOne(WebhookEndpoint, claimed.endpointId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!endpoint) return;
  const isDelivered = result.kind === 'delivered';
  const pause = isDelivered || result.kind === 'gone' ? null : retryAfterMs(claimed.attempts, result.retryAfterSeconds);
  const next = pause === null ? null : new Date(now.getTime() + pause);
  const changed = await countChanged(
    ctx.em,
    tables
      .updateTable('webhook_deliveries')
      .set(({ ref }) => ({
        state: isDelivered ? 'delivered' : next ? 'pending' : 'failed',
        next_attempt_at: next,
        leased_until: null,
        last_status: result.status,
        last_fault: result.fault,
        delivered_at: isDelivered ? now : null,
        last_failed_at: isDelivered ? ref('last_failed_at') : now,
      }))
      .where('id', '=', claimed.id)
      .where('attempts', '=', claimed.attempts)
      .where('state', '=', literal('pending')),
  );
  // The address changed meanwhile: this response says nothing about the new one.
  if (changed === 0 || endpoint.url !== claimed.url) return;
  if (isDelivered) succeed(endpoint, claimed, now);
  else await fail(ctx, endpoint, result, now);
  await ctx.em.flush();
}

function succeed(endpoint: WebhookEndpoint, { kind }: ClaimedDelivery, now: Date): void {
  Object.assign(endpoint, { failures: 0, failingSince: null, lastSuccessAt: now });
  if (kind === 'challenge' && endpoint.state === 'unproven') endpoint.state = 'active';
}

async function fail(ctx: Context, endpoint: WebhookEndpoint, { kind }: SendResult, now: Date): Promise<void> {
  endpoint.failures += 1;
  endpoint.failingSince ??= now;
  const isSilent = now.getTime() - endpoint.failingSince.getTime() >= SILENT_MS && endpoint.failures >= FEWEST_FAILURES;
  if (endpoint.state === 'stopped' || (kind !== 'gone' && !isSilent)) return;
  Object.assign(endpoint, { state: 'stopped', ending: kind === 'gone' ? 'gone' : 'failing' });
  const { id, accountId, workspaceId, url, grantId = null, ending } = endpoint;
  recordEvent(ctx, {
    type: 'webhook.stopped',
    accountId,
    workspaceId,
    subjectId: id,
    grantId,
    data: { state: 'stopped', reason: ending ?? null },
  });
  const why = ending === 'gone' ? say`It answered that it wants nothing more.` : say`It has taken nothing for three days.`;
  const link = { label: say`Open webhooks`, url: `${ctx.config.publicUrl}/webhooks#${id}` };
  const paragraphs = [say`Nothing more is sent to ${new URL(url).host}. ${why}`];
  for (const to of await ownersOf(ctx, accountId))
    await queueMail(ctx, { accountId, to, subject: say`A webhook was switched off`, paragraphs, link });
}

function ownersOf(ctx: Context, accountId: string): Promise<Recipient[]> {
  return query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.name', 'u.email', 'u.language'])
      .where('m.account_id', '=', accountId)
      .where('m.role', '=', literal('owner'))
      .orderBy('u.id'),
  );
}
