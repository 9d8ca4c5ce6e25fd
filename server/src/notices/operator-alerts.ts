import { sql } from 'kysely';
import { ServiceMatter } from '../access/notice.entity.ts';
import { addOperatorNotices, endAlert, type OperatorAlert, openAlert, REPORTED } from '../access/notices.ts';
import { User } from '../access/user.entity.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from '../config/oauth-clients-config.ts';
import type { Context, Services } from '../context.ts';
import { dollars } from '../credits/payments/apply-payment-event.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { anyOf, COUNT, literal, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { joined, LocalTime, namesOf, type Sentence, say } from '../languages/sentence.ts';
import { fromStoredMessage } from '../languages/stored-message.ts';
import { ServiceSwitch } from '../launch/launch.entities.ts';
import { readLaunchSteps } from '../launch/launch-queries.ts';
import { SANDBOX } from '../publishing/gates/gate-snapshot.ts';
import { findUnauditedApps, readDue } from '../publishing/read-service-figures.ts';

/** A worker starts within seconds; a delay this long is not a normal fluctuation. */
const LATE_POST_MS = 5 * 60_000;
/** A mail server that is briefly down is retried after a minute. */
const LATE_MAIL_MS = 15 * 60_000;

/** An alert found by a check, with the operator who caused it and needs no notice. */
type FoundAlert = OperatorAlert & { by?: string | null };

/** All current alerts that can be derived from the data. Others are reported where they occur. */
export async function findOperatorAlerts(tx: Context): Promise<FoundAlert[]> {
  const found = [
    await ofSwitch(tx),
    await ofLaunch(tx),
    await ofPosts(tx),
    ...(await ofMails(tx)),
    ...(await ofNetworks(tx)),
    ...(await ofRefusals(tx)),
    ...(await findUnauditedApps(tx)),
    ...(await ofPayments(tx)),
  ];
  return found.flatMap((alert) => alert ?? []);
}

/** Each stop and each restore is an alert of its own. */
async function ofSwitch({ em }: Context): Promise<FoundAlert | null> {
  const { restoredAt, backupAt, stoppedAt, stoppedBy, reason } = await em.findOneOrFail(ServiceSwitch, 'publishing', { refresh: true });
  if (restoredAt)
    return {
      id: `restored:${restoredAt.toISOString()}`,
      kind: 'service_restored',
      message: say`The service was restored from a backup of ${momentOf(backupAt ?? restoredAt)}. Nothing is published until you release it.`,
    };
  if (!stoppedAt) return null;
  const stopped = say`Publishing was stopped for every customer at ${momentOf(stoppedAt)}. Nothing is published until it is resumed.`;
  return {
    id: `stopped:${stoppedAt.toISOString()}`,
    kind: 'service_stopped',
    message: reason ? joined([stopped, say`Reason: ${reason}`]) : stopped,
    by: stoppedBy ?? null,
  };
}

const momentOf = (at: Date): LocalTime => new LocalTime(at, 'UTC', `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`);

/** Only if it affects customers: a service with nothing but the sandbox needs no launch steps. */
async function ofLaunch({ em }: Context): Promise<FoundAlert | null> {
  const unsigned = (await readLaunchSteps(em)).filter(({ signedAt }) => signedAt === null).length;
  if (unsigned === 0) return null;
  const [row] = await query(
    em,
    tables.selectFrom('connections').select('id').where('platform', '<>', literal(SANDBOX)).where('disconnected_at', 'is', null).limit(1),
  );
  if (!row) return null;
  return {
    id: 'launch',
    kind: 'launch_unsigned',
    message:
      unsigned === 1
        ? say`Customers have connected real accounts, but nothing is published there: one launch step is not signed.`
        : say`Customers have connected real accounts, but nothing is published there: ${unsigned} launch steps are not signed.`,
  };
}

async function ofPosts({ em, clock }: Context): Promise<FoundAlert | null> {
  const now = clock.now();
  const { due, oldestDueAt } = await readDue(em, now);
  if (!oldestDueAt || now.getTime() - oldestDueAt.getTime() < LATE_POST_MS) return null;
  const since = momentOf(oldestDueAt);
  const late =
    due === 1
      ? say`One due post is not being processed, since ${since}.`
      : say`${due} due posts are not being processed, the oldest since ${since}.`;
  return {
    id: 'late:posts',
    kind: 'service_late',
    message: joined([late, say`Check that a worker is running, and its log.`]),
  };
}

/** A message that the server never takes is an alert of its own: it would hide that later the server takes none. */
async function ofMails({ em, clock }: Context): Promise<FoundAlert[]> {
  const rows = await query(
    em,
    tables
      .selectFrom('mails')
      .select(COUNT)
      .select(({ fn }) => fn.min('created_at').as('oldest'))
      .select(sql<boolean>`created_at > coalesce((select max(sent_at) from mails), '-infinity')`.as('is_outage'))
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .groupBy('is_outage')
      .having(({ eb, fn, val }) => eb(fn.min('created_at'), '<=', val(new Date(clock.now().getTime() - LATE_MAIL_MS)))),
  );
  return rows.map(({ count, oldest, is_outage: isOutage }) => {
    const since = momentOf(new Date(oldest));
    const late =
      count === 1 ? say`One email could not be sent, since ${since}.` : say`${count} emails could not be sent, the oldest since ${since}.`;
    const remedy = isOutage ? say`Check that the mail server responds.` : say`The mail server has accepted others since; its log says why.`;
    return { id: isOutage ? 'late:mails' : 'late:mails-refused', kind: 'service_late', message: joined([late, remedy]) };
  });
}

/** Connections pause for at most a quarter of an hour before a retry. */
const STILL_REFUSED_MS = 5 * 60_000;

/** Posts wait because a network refuses this service; not reported again if a renewal has reported it. */
async function ofRefusals({ em, clock, platforms }: Context): Promise<FoundAlert[]> {
  const reported = sql<boolean>`m.id in (${REPORTED} || c.platform, ${REPORTED} || c.platform || '/renewing')`;
  const rows = await query(
    em,
    tables
      .selectFrom('connections as c')
      .select(['c.platform', sql<number>`count(*)::int`.as('accounts')])
      .where('c.rest_reason', '=', 'service_refused')
      .where('c.rests_until', '>', new Date(clock.now().getTime() - STILL_REFUSED_MS))
      .where('c.disconnected_at', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('service_matters as m').select('m.id').where('m.ended_at', 'is', null).where(reported))),
      )
      .groupBy('c.platform')
      .orderBy('c.platform'),
  );
  return rows.map(({ platform, accounts }) => {
    const label = platforms.get(platform)?.label ?? platform;
    const waits =
      accounts === 1
        ? say`${label} rejects all posts of this service: posts of one account are waiting.`
        : say`${label} rejects all posts of this service: posts of ${accounts} accounts are waiting.`;
    return {
      id: `refused:${platform}`,
      kind: 'network_refused',
      message: joined([
        waits,
        say`Check the app of this service there, its plan and its quota; the posts are then published automatically.`,
      ]),
    };
  });
}

/** Accounts are connected to networks without a registration: they work until their credentials expire. */
async function ofNetworks({ em, platforms }: Context): Promise<FoundAlert[]> {
  const unset = OAUTH_CLIENT_PLATFORMS.filter((id) => platforms.get(id)?.oauth?.missing != null);
  if (unset.length === 0) return [];
  const rows = await query(
    em,
    tables
      .selectFrom('connections')
      .distinct()
      .select('platform')
      .where('platform', '=', anyOf(unset))
      .where('disconnected_at', 'is', null)
      .orderBy('platform')
      .$castTo<{ platform: (typeof unset)[number] }>(),
  );
  return rows.map(({ platform }) => ({
    id: `unset:${platform}`,
    kind: 'network_refused',
    message: say`Customers have connected ${platforms.get(platform)?.label ?? platform} accounts, but this service is no longer registered there. Set ${namesOf(clientSettings(platform))}, and restart.`,
  }));
}

/** Stripe's page of an order expires after a day, which Stripe reports. */
const UNREPORTED_MS = 25 * HOUR_MS;
/** Stripe resends no older events. */
const RESENT_MS = 30 * DAY_MS;
const FAILED_REFUND_MS = 14 * DAY_MS;

/** Payments that must be refunded, refunds that failed, and orders of which Stripe has reported nothing. */
async function ofPayments({ em, clock }: Context): Promise<FoundAlert[]> {
  const since = (ms: number) => new Date(clock.now().getTime() - ms);
  const erased = await query(
    em,
    tables
      .selectFrom('credit_orders as o')
      .innerJoin('accounts as a', 'a.id', 'o.account_id')
      .select(['o.id', sql<number>`o.amount_cents - o.refunded_cents`.as('cents')])
      .whereRef('o.paid_at', '>=', 'a.erasing_at')
      .whereRef('o.refunded_cents', '<', 'o.amount_cents')
      .orderBy('o.id'),
  );
  const failed = await query(
    em,
    tables
      .selectFrom('stripe_events as e')
      .innerJoin('credit_orders as o', 'o.payment_intent_id', 'e.payment_intent_id')
      .select(['e.id', 'o.id as order', sql<number>`e.failed_cents`.as('cents')])
      .where('e.failed_cents', 'is not', null)
      .where('e.received_at', '>', since(FAILED_REFUND_MS))
      .orderBy('e.id'),
  );
  const [{ count } = { count: 0 }] = await query(
    em,
    tables
      .selectFrom('credit_orders')
      .select(COUNT)
      .where('state', '=', literal('open'))
      .where('session_id', 'is not', null)
      .where('created_at', '<', since(UNREPORTED_MS))
      .where('created_at', '>', since(RESENT_MS)),
  );
  const alertOf = (id: string, message: Sentence): FoundAlert => ({ id: `payment:${id}`, kind: 'payment_problem', message });
  const open =
    count === 1
      ? say`One order of credits has been open for more than a day. A bank transfer may take that long; otherwise check the webhook at Stripe, and that the secret key may read events.`
      : say`${count} orders of credits have been open for more than a day. Bank transfers may take that long; otherwise check the webhook at Stripe, and that the secret key may read events.`;
  return [
    ...erased.map(({ id, cents }) =>
      alertOf(id, say`Order ${id} was paid after the erasure of its account had begun. Refund ${dollars(cents)} at Stripe.`),
    ),
    ...failed.map(({ id, order, cents }) =>
      alertOf(
        id,
        say`The refund of order ${order} failed: ${dollars(cents)} is in your balance at Stripe again. Refund the customer in another way.`,
      ),
    ),
    ...(count > 0 ? [alertOf('open', open)] : []),
  ];
}

/** A recurring alert is notified at most once an hour. */
const REST_MS = HOUR_MS;
/** Fixed alerts are kept this long, to avoid notifying again too soon. */
const KEPT_MS = 24 * REST_MS;

/**
 * Run by every process: notifies operators once of each alert, and clears the notice once it is fixed. An advisory
 * lock lets one process do it. Returns the number of alerts notified. Without any operator they stay pending for the
 * first one.
 */
export async function notifyOperators(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const [lock] = await tx.em.execute<{ mine: boolean }[]>(`select pg_try_advisory_xact_lock(hashtext('operators.tell')) as mine`);
    if (!lock?.mine || (await tx.em.count(User, { isOperator: true })) === 0) return 0;
    const found = await findOperatorAlerts(tx);
    const now = tx.clock.now();
    for (const alert of found) await openAlert(tx.em, alert, now);
    await endOthers(tx, found);
    await tx.em.nativeDelete(ServiceMatter, { endedAt: { $lte: new Date(now.getTime() - KEPT_MS) } });
    return notifyNewAlerts(tx, found);
  });
}

/** Ends alerts that are derived from data and no longer apply. Reported ones end when it works again. */
async function endOthers(tx: Context, found: readonly FoundAlert[]): Promise<void> {
  const open = await tx.em.find(ServiceMatter, { endedAt: null });
  const isGone = ({ id }: ServiceMatter) => !id.startsWith(REPORTED) && !found.some((alert) => alert.id === id);
  for (const { id } of open.filter(isGone)) await endAlert(tx.em, id, tx.clock.now());
}

async function notifyNewAlerts(tx: Context, found: readonly FoundAlert[]): Promise<number> {
  const now = tx.clock.now();
  const newAlerts = await query(
    tx.em,
    tables
      .updateTable('service_matters')
      .set({ told_at: now })
      .where('ended_at', 'is', null)
      .where(({ and, eb, or, ref }) =>
        or([
          eb('told_at', 'is', null),
          and([eb('told_at', '<', ref('opened_at')), eb('told_at', '<=', new Date(now.getTime() - REST_MS))]),
        ]),
      )
      .returning(['id', 'kind', 'message', 'sentence']),
  );
  for (const { id, kind, ...kept } of newAlerts) {
    await addOperatorNotices(tx, {
      kind,
      message: fromStoredMessage(kept),
      subjectId: id,
      except: found.find((one) => one.id === id)?.by ?? null,
    });
  }
  return newAlerts.length;
}
