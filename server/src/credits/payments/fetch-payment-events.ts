import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import type { ReceivedEvent } from './payments.ts';

/** Stripe resends for three days, and keeps events for 30. */
const KEPT_MS = 30 * DAY_MS;
const FETCH_MS = HOUR_MS;
/** Events may be listed a little later than they were created. */
const OVERLAP_MS = HOUR_MS;

/**
 * Scheduled task: each hour, fetches and applies the events that the webhook did not receive, for instance because its address or
 * secret was wrong. The first run of a process fetches all that Stripe keeps: the service may have been down for days, or restored
 * from a backup.
 */
export function createPaymentsJob(): (services: Services) => Promise<void> {
  let nextAt = 0;
  let since = 0;
  return async (services) => {
    const now = services.clock.now().getTime();
    if (!services.payments || now < nextAt) return;
    nextAt = now + FETCH_MS;
    const missed: ReceivedEvent[] = [];
    for await (const page of services.payments.eventsSince(new Date(Math.max(since, now - KEPT_MS)))) {
      missed.push(...(await missing(services, page)));
    }
    let isComplete = true;
    // Oldest first, as they happened: a dispute is opened before it is closed.
    for (const received of missed.reverse()) isComplete = (await applyMissed(services, received)) && isComplete;
    if (isComplete) since = now - OVERLAP_MS;
  };
}

async function missing({ orm }: Services, page: ReceivedEvent[]): Promise<ReceivedEvent[]> {
  const ids = page.map(({ id }) => id);
  const rows = await query(orm.em.fork(), tables.selectFrom('stripe_events').select('id').where('id', '=', anyOf(ids)));
  const known = new Set(rows.map(({ id }) => id));
  return page.filter(({ id, event }) => event.kind !== 'other' && !known.has(id));
}

/**
 * One that does not match its order, for instance because a restored backup is older, must not hold up the others. False if it
 * is worth another try.
 */
async function applyMissed(services: Services, received: ReceivedEvent): Promise<boolean> {
  try {
    await inTransaction(systemContext(services), (tx) => applyPaymentEvent(tx, received));
    return true;
  } catch (error) {
    services.log.warn({ err: error, stripeEvent: received.id }, 'A payment event of Stripe could not be applied.');
    return error instanceof DomainError;
  }
}
