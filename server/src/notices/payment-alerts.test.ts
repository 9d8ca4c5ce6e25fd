import { expect, it } from 'vitest';
import { beginErasure } from '../account-data/erase-account.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { applyPaymentEvent } from '../credits/payments/apply-payment-event.ts';
import { CreditOrder } from '../credits/payments/payment.entities.ts';
import type { PaymentEvent } from '../credits/payments/payments.ts';
import { newId } from '../new-id.ts';
import { actAs } from '../testing/actors.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../testing/test-services.ts';
import { notifyOperators } from './operator-alerts.ts';

const database = useTestDatabase();
const clock = createFixedClock();
const services = () => createTestServices(database, { clock });

/** An order of 70 credits for $5, and what Stripe reports about it. */
async function givenOrder(openedMs = 0) {
  const { accountId } = await givenWorkspace(services());
  const { user } = await givenUser(services(), accountId, { isOperator: true });
  const orderId = newId('ord');
  const bought = { product: 'api_publication_pack', pieces: 1, credits: 70, amountCents: 500, state: 'open' as const };
  const createdAt = new Date(clock.now().getTime() - openedMs);
  await database.orm.em
    .fork()
    .insert(CreditOrder, { id: orderId, accountId, userId: user.id, ...bought, sessionId: `cs_${orderId}`, createdAt });
  const paymentIntentId = `pi_${orderId}`;
  const report = (event: PaymentEvent) =>
    actAs(services(), { kind: 'system' }, (ctx) => applyPaymentEvent(ctx, { id: `evt_${newId('ord')}`, type: 'test', event }));
  const cents = { currency: 'usd', at: clock.now() };
  return {
    accountId,
    orderId,
    pay: () => report({ kind: 'paid', orderId, sessionId: `cs_${orderId}`, paymentIntentId, amountCents: 500, currency: 'usd' }),
    expire: () => report({ kind: 'expired', orderId, sessionId: `cs_${orderId}` }),
    refund: () => report({ kind: 'refunded', orderId, paymentIntentId, refundedCents: 500, ...cents }),
    failRefund: () => report({ kind: 'refund_failed', paymentIntentId, failedCents: 500, ...cents }),
  };
}

/** What operators are notified of and is not resolved. */
async function matters(): Promise<string[]> {
  await notifyOperators(services());
  const rows = await database.orm.em
    .fork()
    .execute<{ message: string }[]>(`select message from service_matters where kind = 'payment_problem' and ended_at is null order by id`);
  return rows.map(({ message }) => message);
}

it('has an operator refund what was paid after the erasure of its account had begun', async () => {
  const { accountId, orderId, pay, refund } = await givenOrder();
  await actAs(services(), { kind: 'operator' }, (ctx) => beginErasure(ctx, accountId));
  expect(await matters()).toEqual([]);
  await pay();
  expect(await matters()).toEqual([`Order ${orderId} was paid after the erasure of its account had begun. Refund $5.00 at Stripe.`]);
  expect((await database.orm.em.fork().findOneOrFail(CreditOrder, orderId)).state).toBe('paid');
  await refund();
  expect(await matters()).toEqual([]);
});

it('says for two weeks that a refund failed', async () => {
  const { orderId, pay, refund, failRefund } = await givenOrder();
  for (const step of [pay, refund, failRefund]) await step();
  expect(await matters()).toEqual([
    `The refund of order ${orderId} failed: $5.00 is in your balance at Stripe again. Refund the customer in another way.`,
  ]);
  clock.advance(15 * DAY_MS);
  expect(await matters()).toEqual([]);
});

it('names orders that have been open for more than a day', async () => {
  const [first, second] = [await givenOrder(23 * HOUR_MS), await givenOrder(26 * HOUR_MS)];
  const rest =
    'open for more than a day. A bank transfer may take that long; otherwise check the webhook at Stripe, and that the secret key may read events.';
  expect(await matters()).toEqual([`One order of credits has been ${rest}`]);
  clock.advance(3 * HOUR_MS);
  expect(await matters()).toEqual([`2 orders of credits have been ${rest.replace('A bank transfer', 'Bank transfers')}`]);
  await first.pay();
  await second.expire();
  expect(await matters()).toEqual([]);
});
