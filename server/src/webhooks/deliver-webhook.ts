import { LockMode } from '@mikro-orm/postgresql';
import type { Recipient } from '../access/mail/compose-mail.ts';
import { queueMail } from '../access/mail/queue-mail.ts';
import { DAY_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { countChanged, query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { type Answer, readRetryAfter } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { nextState } from '../state-table.ts';
import { oldSecretPlace, secretPlace, signWebhook } from './sign-webhook.ts';
import { WEBHOOK_TRANSITIONS, WebhookEndpoint } from './webhook-endpoint.entity.ts';

const TIMEOUT_MS = 15_000;
/** The rest of a response is ignored; it begins with the challenge. */
const MOST_BYTES = 16_384;

interface SendResult {
  /** `gone`: it permanently refuses further messages. */
  kind: 'delivered' | 'gone' | 'failed';
  status: number | null;
  fault: string | null;
  retryAfterSeconds: number | null;
}

/** One attempt: only a 2xx response counts, a redirect does not, and a challenge must be returned. */
export async function deliverWebhook(services: Services, delivery: ClaimedDelivery, signal: AbortSignal): Promise<SendResult> {
  const { outbound, clock } = services;
  try {
    const signed = { id: delivery.messageId, timestamp: clock.now(), body: delivery.body };
    const answer = await outbound.fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(services.sealer, signed, secretsOf(services, delivery)) },
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      mayCut: true,
      signal,
    });
    return judge(delivery, answer, clock.now());
  } catch (error) {
    if (error instanceof OutboundFault) return { kind: 'failed', status: null, fault: error.message, retryAfterSeconds: null };
    throw error;
  }
}

/** The message for a response with no better reason than its status. */
export const answeredWith = (status: number): Sentence => say`It responded with ${String(status)}.`;

function judge({ kind, body }: ClaimedDelivery, { status, bytes, headers }: Answer, now: Date): SendResult {
  const result = { status, fault: null, retryAfterSeconds: readRetryAfter(headers.get('retry-after'), now) };
  if (status === 410) return { ...result, kind: 'gone', fault: String(say`It responded with 410: it no longer accepts messages.`) };
  if (status < 200 || status > 299) return { ...result, kind: 'failed', fault: String(answeredWith(status)) };
  const { challenge } = JSON.parse(body) as { challenge?: string };
  if (kind !== 'challenge' || (challenge && bytes.includes(challenge))) return { ...result, kind: 'delivered' };
  return { ...result, kind: 'failed', fault: String(say`Its response did not contain the challenge.`) };
}

function secretsOf({ sealer }: Services, { endpointId, sealedSecret, sealedOldSecret }: ClaimedDelivery): string[] {
  const current = sealer.open(sealedSecret, secretPlace(endpointId));
  return sealedOldSecret === null ? [current] : [current, sealer.open(sealedOldSecret, oldSecretPlace(endpointId))];
}

/** Longer than a call. */
const LEASE_SECONDS = 60;
const MOST_OF_ENDPOINT = 4;

export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  accountId: string;
  workspaceId: string;
  messageId: string;
  kind: 'event' | 'challenge' | 'test';
  body: string;
  attempts: number;
  url: string;
  sealedSecret: string;
  sealedOldSecret: string | null;
}

/** Whether a delivery may be sent now; what was queued about live accounts is not, once the grant is for the sandbox only. */
const dueOf = (delivery: string, endpointState: string, isSandboxOnly: string): string => `
  ${delivery}.state = 'pending' and ${delivery}.next_attempt_at <= $1
  and (${delivery}.leased_until is null or ${delivery}.leased_until <= $1) and (${endpointState} = 'active' or ${delivery}.kind = 'challenge')
  and (${isSandboxOnly} is not true or ${delivery}.type not like 'connection.%' or ${delivery}.body::jsonb #>> '{data,platform}' = 'sandbox')`;

/**
 * Claims due deliveries of approved accounts: at most four at once per endpoint across all processes. An agent's
 * endpoint gets one only while a key of its grant would be accepted, with the scope of webhooks. An endpoint is locked
 * while its deliveries in progress are counted. Endpoints with the fewest come first, so receivers that hang never take
 * all slots from the others. Another process may have claimed a delivery since this statement began: the update checks again. `$1`: now; `$2`: how many; `$3`: the end of their leases.
 */
export const CLAIM_DELIVERIES = `
  with ready as materialized (
    select e.id, e.state, g.is_sandbox_only from webhook_endpoints e
    join accounts a on a.id = e.account_id and a.state = 'approved' left join grants g on g.id = e.grant_id
    where e.state <> 'stopped'
      and (e.grant_id is null or (g.state = 'active' and g.paused_at is null and (g.expires_at is null or g.expires_at > $1)
        and 'webhooks:write' = any(g.scopes)))
      and (e.state = 'active' and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${dueOf('d', 'e.state', 'g.is_sandbox_only')})
        or exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.kind = 'challenge' and ${dueOf('d', 'e.state', 'g.is_sandbox_only')}))
      and (select count(*) from webhook_deliveries l where l.endpoint_id = e.id and l.state = 'pending' and l.leased_until > $1) < ${MOST_OF_ENDPOINT}
    order by random() for no key update of e skip locked limit 100
  ), picked as (
    select d.id from ready r cross join lateral (
      select count(*) as many from webhook_deliveries l where l.endpoint_id = r.id and l.state = 'pending' and l.leased_until > $1
    ) busy cross join lateral (
      select w.id, busy.many + row_number() over (order by w.next_attempt_at, w.id) as place from webhook_deliveries w
      where w.endpoint_id = r.id and ${dueOf('w', 'r.state', 'r.is_sandbox_only')}
      order by w.next_attempt_at, w.id
      limit greatest(0, ${MOST_OF_ENDPOINT} - busy.many)
    ) d order by d.place limit $2
  )
  update webhook_deliveries w set leased_until = $3, attempts = w.attempts + 1
  from picked, webhook_endpoints e where w.id = picked.id and e.id = w.endpoint_id
    and w.state = 'pending' and (w.leased_until is null or w.leased_until <= $1)
  returning w.id, w.endpoint_id as "endpointId", w.account_id as "accountId", e.workspace_id as "workspaceId", w.message_id as "messageId", w.kind, w.body,
    w.attempts, e.url, e.sealed_secret as "sealedSecret", case when e.old_secret_until > $1 then e.sealed_old_secret end as "sealedOldSecret"`;

/** One statement over all due deliveries, of which this process takes at most so many. */
export async function claimDeliveries({ orm, clock }: Services, most: number): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1_000);
  return orm.em.fork().transactional((em) => query<ClaimedDelivery>(em, CLAIM_DELIVERIES, [now, most, until]));
}

const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The longest delay between attempts. */
const MOST_RETRY_MS = DAY_MS;
const JITTER = 0.1;

/** The delay after the attempt of this number (from 1); null after the last. At least what the receiver asks for. */
export function retryAfterMs(attempt: number, askedSeconds: number | null, random = Math.random()): number | null {
  const seconds = RETRY_SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const spread = seconds * 1_000 * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min((askedSeconds ?? 0) * 1_000, MOST_RETRY_MS)));
}

/** Disabled only after this long without any success, and this many failures. */
const SILENT_MS = 3 * DAY_MS;
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
  // The address was changed during the attempt: this response does not concern the new one.
  if (changed === 0 || endpoint.url !== claimed.url) return;
  if (isDelivered) succeed(endpoint, claimed, now);
  else await fail(ctx, endpoint, { isGone: result.kind === 'gone', isUnproved: claimed.kind === 'challenge' && next === null }, now);
  await ctx.em.flush();
}

function succeed(endpoint: WebhookEndpoint, { kind }: ClaimedDelivery, now: Date): void {
  Object.assign(endpoint, { failures: 0, failingSince: null, lastSuccessAt: now });
  if (kind === 'challenge' && endpoint.state === 'unproven') moveEndpoint(endpoint, 'active');
}

function moveEndpoint(endpoint: WebhookEndpoint, to: WebhookEndpoint['state']): void {
  endpoint.state = nextState('endpoint', WEBHOOK_TRANSITIONS, endpoint.state, to);
}

/** `isUnproved`: the last attempt at its challenge failed, so it will get nothing until it is tried again. */
async function fail(
  ctx: Context,
  endpoint: WebhookEndpoint,
  { isGone, isUnproved }: { isGone: boolean; isUnproved: boolean },
  now: Date,
): Promise<void> {
  endpoint.failures += 1;
  endpoint.failingSince ??= now;
  const isSilent = now.getTime() - endpoint.failingSince.getTime() >= SILENT_MS && endpoint.failures >= FEWEST_FAILURES;
  if (endpoint.state === 'stopped' || !(isGone || isUnproved || isSilent)) return;
  moveEndpoint(endpoint, 'stopped');
  endpoint.ending = isGone ? 'gone' : 'failing';
  const { id, accountId, workspaceId, url, grantId = null, ending } = endpoint;
  recordEvent(ctx, {
    type: 'webhook.stopped',
    accountId,
    workspaceId,
    subjectId: id,
    grantId,
    data: { state: 'stopped', reason: ending ?? null },
  });
  const why = ending === 'gone' ? say`It responded that it no longer accepts messages.` : say`It has accepted nothing for three days.`;
  const link = { label: say`Open webhooks`, url: `${ctx.config.publicUrl}/webhooks#${id}` };
  const paragraphs = [say`Deliveries to ${new URL(url).host} have stopped. ${why}`];
  for (const to of await ownersOf(ctx, accountId))
    await queueMail(ctx, { accountId, to, subject: say`A webhook was stopped`, paragraphs, link });
}

/** The owners whose address is confirmed: the mail names a host that a customer chose. */
function ownersOf(ctx: Context, accountId: string): Promise<Recipient[]> {
  return query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.name', 'u.email', 'u.language'])
      .where('m.account_id', '=', accountId)
      .where('m.role', '=', literal('owner'))
      .where('u.email_confirmed_at', 'is not', null)
      .orderBy('u.id'),
  );
}
