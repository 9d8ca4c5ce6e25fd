import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { holdCredit } from '../credits/credit-holds.ts';
import { readBalances } from '../credits/credit-queries.ts';
import { createPaymentsJob } from '../credits/payments/fetch-payment-events.ts';
import { CreditOrder } from '../credits/payments/payment.entities.ts';
import type { Payments } from '../credits/payments/payments.ts';
import { createStripePayments } from '../credits/payments/stripe-payments.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { actAs } from '../testing/actors.ts';
import { expectProblem } from '../testing/api.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { type Person, usePeople } from '../testing/people.ts';
import { type StripeServer, startStripeServer } from '../testing/servers/stripe-server.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';

const SECRET = 'whsec_of_the_tests';
const BUY = 'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { orderId url } }';

let stripe: StripeServer;
let payments: Payments;
beforeAll(async () => {
  stripe = await startStripeServer();
  payments = createStripePayments({ secretKey: 'sk_test_key', webhookSecret: SECRET, apiUrl: stripe.url }, 'http://localhost:4000');
});
afterAll(() => stripe?.close());

const database = useTestDatabase();
const stage = usePeople(database, {
  get payments() {
    return payments;
  },
});

let owner: Person;
let accountId: string;
let workspaceId: string;
beforeEach(async () => {
  ({ accountId, workspaceId } = await givenWorkspace(stage.services));
  owner = await stage.person({ accountId });
});

const em = () => database.orm.em.fork();
const buy = (input: object = {}, person = owner) =>
  person.browser.ask<{ startCheckout: { orderId: string; url: string } }>(BUY, {
    input: { workspaceId, product: 'api_publication_pack', quantity: 1, ...input },
  });

/** An order of so many packs, with the session that Stripe has for it. */
async function ordered(quantity = 1): Promise<{ orderId: string; sessionId: string; paid: object }> {
  const { data } = await buy({ quantity });
  const { orderId } = data.startCheckout;
  const sessionId = stripe.sessions.at(-1)?.id ?? '';
  const session = {
    id: sessionId,
    object: 'checkout.session',
    payment_intent: `pi_${orderId}`,
    amount_total: 500 * quantity,
    currency: 'usd',
  };
  return { orderId, sessionId, paid: { ...session, payment_status: 'paid', metadata: { countersign_order: orderId } } };
}

const eventOf = (type: string, object: object, id = `evt_${randomUUID()}`, created = 1): string =>
  JSON.stringify({ id, object: 'event', type, created, data: { object } });

/** As Stripe sends it: signed by its own library, at the time that the service has. */
function send(payload: string, options: { secret?: string; ageSeconds?: number; signature?: string } = {}) {
  const timestamp = Math.floor(stage.clock.now().getTime() / 1_000) - (options.ageSeconds ?? 0);
  const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: options.secret ?? SECRET, timestamp });
  const headers = { 'content-type': 'application/json', 'stripe-signature': options.signature ?? signed };
  return stage.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
}
const tell = (type: string, object: object) => send(eventOf(type, object));
const pay = (paid: object) => tell('checkout.session.completed', paid);
const refund = (orderId: string, amount_refunded: number) =>
  tell('charge.refunded', {
    object: 'charge',
    payment_intent: `pi_${orderId}`,
    amount_refunded,
    currency: 'usd',
    metadata: { countersign_order: orderId },
  });

const packs = async () => (await readBalances(contextFor(stage.services), accountId)).find(({ bucket }) => bucket === 'pack')?.available;
const orderOf = (id: string) => em().findOneOrFail(CreditOrder, { id });
const ledger = () => verifyLedger(contextFor(stage.services), accountId);
const notices = async () =>
  (await em().execute<{ kind: string; message: string }[]>('select kind, message from notices where account_id = ? order by id', [
    accountId,
  ])) ?? [];

describe('an owner', () => {
  it('is sent to the payment page, with the price of the catalogue', async () => {
    const { data } = await buy({ product: 'api_autoposting_topup', quantity: 3 });
    const [session] = stripe.sessions.slice(-1);
    expect(data.startCheckout).toEqual({
      orderId: expect.stringMatching(/^ord_/),
      url: `https://checkout.stripe.com/c/pay/${session?.id}`,
    });
    expect(session).toMatchObject({ authorization: 'Bearer sk_test_key', idempotencyKey: data.startCheckout.orderId });
    expect(Object.fromEntries(session?.parameters ?? [])).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '3',
      'line_items[0][price_data][unit_amount]': '500',
      'line_items[0][price_data][currency]': 'usd',
      client_reference_id: data.startCheckout.orderId,
      'payment_intent_data[metadata][countersign_order]': data.startCheckout.orderId,
      // What an operator needs to deliver it without the order.
      'metadata[countersign_account]': accountId,
      'metadata[countersign_product]': 'api_autoposting_topup',
      'metadata[countersign_pieces]': '3',
      customer_email: owner.email,
    });
    expect(await packs()).toBe(0);
    expect(await orderOf(data.startCheckout.orderId)).toMatchObject({
      state: 'open',
      pieces: 3,
      credits: 375,
      amountCents: 1_500,
      sessionId: session?.id,
    });
  });

  it.each([0, -1, 1_001, 2_000_000_000])('buys no quantity of %s', async (quantity) => {
    expect((await buy({ quantity })).code).toBe('bad_user_input');
    expect(await em().count(CreditOrder, { accountId })).toBe(0);
  });

  it('sells only what is in the catalogue, to owners only', async () => {
    expect((await buy({ product: 'gold' })).code).toBe('bad_user_input');
    expect((await buy({}, await stage.person({ accountId, role: 'approver' }))).code).toBe('insufficient_role');
    const stranger = await stage.person({ accountId: (await givenWorkspace(stage.services)).accountId });
    expect((await buy({}, stranger)).code).toBe('not_found');
    expect(await em().count(CreditOrder, { accountId })).toBe(0);
  });

  it('gets an error when the page cannot be opened, and can try again', async () => {
    stripe.fail(400, 1);
    expect(await buy()).toMatchObject({ code: 'payment_unavailable', status: 502 });
    expect((await buy()).code).toBeNull();
  });

  it('cannot make Stripe busy', async () => {
    for (let round = 0; round < 20; round += 1) expect((await buy()).code).toBeNull();
    expect((await buy()).code).toBe('rate_limited');
  });
});

describe('a payment', () => {
  it('adds paid credits once, however many notifications arrive at once', async () => {
    const { orderId, paid } = await ordered(2);
    const payload = eventOf('checkout.session.completed', paid);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(payload)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    // The same payment under other events' ids as well.
    await Promise.all([pay(paid), tell('checkout.session.async_payment_succeeded', paid)]);
    expect(await packs()).toBe(140);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid', paymentIntentId: `pi_${orderId}` });
    expect(await ledger()).toMatchObject({ isConsistent: true, entries: 1 });
    expect(await notices()).toEqual([{ kind: 'credits_bought', message: '140 credits were bought: 2 × API publication pack for $10.00.' }]);
    console.log('one payment delivered 22 times, 20 of them at once: 1 entry');
  });

  it('adds nothing before it is paid', async () => {
    const { paid } = await ordered();
    await pay({ ...paid, payment_status: 'unpaid' });
    expect(await packs()).toBe(0);
    await tell('checkout.session.async_payment_succeeded', paid);
    expect(await packs()).toBe(70);
  });

  it('counts a notification that arrives before the page is opened', async () => {
    const { orderId, paid } = await ordered();
    await em().nativeUpdate(CreditOrder, { id: orderId }, { sessionId: null });
    await pay(paid);
    expect(await packs()).toBe(70);
  });

  it.each<[string, object]>([
    ['of another amount', { amount_total: 1 }],
    ['of no amount', { amount_total: null }],
    ['of a negative amount', { amount_total: -500 }],
    ['in another currency', { currency: 'jpy' }],
    ['of another session', { id: 'cs_test_foreign' }],
    ['of an order that does not exist', { metadata: { countersign_order: 'ord_none' } }],
  ])('%s is refused, and the right one still counts', async (_, changed) => {
    const { paid } = await ordered();
    expectProblem(await pay({ ...paid, ...changed }), 'payment_mismatch');
    expect(await packs()).toBe(0);
    await pay(paid);
    expect(await packs()).toBe(70);
  });

  it('of another program is ignored', async () => {
    const { paid } = await ordered();
    expect((await pay({ ...paid, metadata: {} })).statusCode).toBe(200);
    expect((await tell('customer.created', { object: 'customer' })).statusCode).toBe(200);
    expect(await packs()).toBe(0);
  });

  it('unblocks posts that waited for credits', async () => {
    const waiting = await givenStage(stage.services, { packs: 0 });
    const { approval, job } = await waiting.submit();
    await waiting.approve(approval);
    expect((await waiting.jobOf(job?.id ?? '')).state).toBe('blocked');
    owner = await stage.person({ accountId: waiting.accountId });
    workspaceId = waiting.workspaceId;
    await pay((await ordered()).paid);
    await workOffWaiting(waiting.services);
    expect((await waiting.jobOf(job?.id ?? '')).state).toBe('queued');
  });

  it('closes no page that has expired, and opens none', async () => {
    const { orderId, sessionId } = await ordered();
    await tell('checkout.session.expired', { id: sessionId, metadata: { countersign_order: orderId } });
    expect((await orderOf(orderId)).state).toBe('expired');
    expect(await packs()).toBe(0);
  });
});

describe('an event that the webhook did not receive', () => {
  const happened = (type: string, object: object, daysAgo = 0): void => {
    const created = Math.floor((stage.clock.now().getTime() - daysAgo * DAY_MS) / 1_000);
    stripe.events.unshift(JSON.parse(eventOf(type, object, undefined, created)));
  };
  let fetchEvents: (services: Services) => Promise<void>;
  beforeEach(() => {
    stripe.events.length = 0;
    fetchEvents = createPaymentsJob();
  });

  it('is fetched within an hour, and applied once', async () => {
    await fetchEvents(stage.services);
    const { orderId, paid } = await ordered(2);
    happened('checkout.session.completed', paid);
    await fetchEvents(stage.services);
    expect(await packs()).toBe(0);
    stage.clock.advance(HOUR_MS);
    await Promise.all([fetchEvents(stage.services), createPaymentsJob()(stage.services), send(JSON.stringify(stripe.events[0]))]);
    expect(await packs()).toBe(140);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid' });
    expect(await ledger()).toMatchObject({ isConsistent: true, entries: 1 });
  });

  it('is found among many, after a month without a service, whatever other events do not match', async () => {
    const { orderId, paid } = await ordered(2);
    const charge = { object: 'charge', payment_intent: `pi_${orderId}`, currency: 'usd', metadata: { countersign_order: orderId } };
    happened('checkout.session.completed', paid, 29);
    for (let other = 0; other < 250; other += 1)
      happened('charge.refunded', { ...charge, payment_intent: `pi_of_${other}`, metadata: {} }, 20);
    happened('checkout.session.completed', { ...paid, metadata: { countersign_order: 'ord_after_the_backup' } }, 10);
    happened('charge.refunded', { ...charge, amount_refunded: 500 }, 5);
    await fetchEvents(stage.services);
    expect(await packs()).toBe(70);
    expect((await ledger()).problems).toEqual([]);
  });

  it('is applied in the order in which it happened', async () => {
    const { orderId, paid } = await ordered();
    const dispute = { object: 'dispute', payment_intent: `pi_${orderId}`, amount: 500, currency: 'usd' };
    happened('checkout.session.completed', paid, 9);
    happened('charge.dispute.created', { ...dispute, status: 'needs_response' }, 8);
    happened('charge.dispute.closed', { ...dispute, status: 'won' }, 2);
    await fetchEvents(stage.services);
    const said = (await notices()).map(({ message }) => /bought|is disputed|is closed/.exec(message)?.[0]);
    expect(said).toEqual(['bought', 'is disputed', 'is closed']);
  });

  it('is fetched an hour later if Stripe does not answer', async () => {
    const { paid } = await ordered();
    happened('checkout.session.completed', paid);
    stripe.fail(403, 1);
    await expect(fetchEvents(stage.services)).rejects.toThrow('Refused by the test.');
    stage.clock.advance(HOUR_MS);
    await fetchEvents(stage.services);
    expect(await packs()).toBe(70);
  });
});

describe('a signature', () => {
  it.each<[string, Parameters<typeof send>[1]]>([
    ['by another secret', { secret: 'whsec_other' }],
    ['of ten minutes ago', { ageSeconds: 600 }],
    ['that is none', { signature: 't=1,v1=00' }],
    ['that is empty', { signature: '' }],
  ])('%s is refused', async (_, options) => {
    const { paid } = await ordered();
    expectProblem(await send(eventOf('checkout.session.completed', paid), options), 'webhook_refused');
    expect(await packs()).toBe(0);
  });

  it('of another body is refused', async () => {
    const { paid } = await ordered();
    const timestamp = Math.floor(stage.clock.now().getTime() / 1_000);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: eventOf('checkout.session.completed', {}),
      secret: SECRET,
      timestamp,
    });
    expectProblem(await send(eventOf('checkout.session.completed', paid), { signature }), 'webhook_refused');
    expect(await packs()).toBe(0);
  });
});

describe('a refund', () => {
  it('withdraws the credits, once', async () => {
    const { orderId, paid } = await ordered(2);
    await pay(paid);
    await Promise.all(Array.from({ length: 5 }, () => refund(orderId, 1_000)));
    expect(await packs()).toBe(0);
    expect(await orderOf(orderId)).toMatchObject({ refundedCents: 1_000, takenBack: 140, notTakenBack: 0 });
    expect(await ledger()).toMatchObject({ isConsistent: true, entries: 2 });
  });

  it('withdraws credits in proportion to the refunded amount', async () => {
    const { orderId, paid } = await ordered();
    await pay(paid);
    await refund(orderId, 100);
    expect(await packs()).toBe(56);
    // An older event that comes later changes nothing.
    await refund(orderId, 50);
    await refund(orderId, 500);
    expect(await packs()).toBe(0);
    expect((await ledger()).problems).toEqual([]);
  });

  it('leaves nothing if the refund arrives before the payment', async () => {
    const { orderId, paid } = await ordered();
    await refund(orderId, 500);
    await pay(paid);
    expect(await packs()).toBe(0);
    expect((await ledger()).problems).toEqual([]);
  });

  it('never makes a balance negative, and reports the credits already used', async () => {
    const { orderId, paid } = await ordered();
    await pay(paid);
    const hold = (index: number) =>
      actAs(stage.services, { kind: 'system' }, (tx) =>
        holdCredit(tx, {
          accountId,
          publicationId: `pub_${orderId}_${index}`,
          unit: 'publication',
          credits: 1,
          workspaceId: null,
          grantId: null,
        }),
      );
    for (let index = 0; index < 5; index += 1) await hold(index);
    await refund(orderId, 500);
    expect(await packs()).toBe(0);
    expect(await orderOf(orderId)).toMatchObject({ takenBack: 65, notTakenBack: 5 });
    expect((await notices()).at(-1)).toEqual({
      kind: 'payment_reversed',
      message: '70 credits of a refunded payment: 65 deducted, 5 had already been used.',
    });
    expect((await ledger()).problems).toEqual([]);
  });

  it('reports an open dispute, and withdraws the credits when it is lost', async () => {
    const { orderId, paid } = await ordered();
    await pay(paid);
    const dispute = { object: 'dispute', payment_intent: `pi_${orderId}`, amount: 500, currency: 'usd' };
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
    expect(await packs()).toBe(70);
    expect((await notices()).at(-1)).toMatchObject({ kind: 'payment_reversed', message: expect.stringContaining('is disputed') });
    await tell('charge.dispute.closed', { ...dispute, status: 'lost' });
    expect(await packs()).toBe(0);
    expect((await ledger()).problems).toEqual([]);
  });

  it.each<('fail' | 'pay' | 'refund')[][]>([
    [['pay', 'refund', 'fail']],
    [['pay', 'fail', 'refund']],
    [['refund', 'pay', 'fail']],
    [['refund', 'fail', 'pay']],
    [['fail', 'pay', 'refund']],
    [['fail', 'refund', 'pay']],
  ])('that failed at Stripe leaves the credits, notified as %j', async (order) => {
    const { orderId, paid } = await ordered(2);
    const payment = { payment_intent: `pi_${orderId}`, currency: 'usd' };
    const charge = { ...payment, object: 'charge', metadata: { countersign_order: orderId } };
    const steps = {
      pay: () => pay(paid),
      refund: () => send(eventOf('charge.refunded', { ...charge, amount_refunded: 1_000 }, `evt_refunded_${orderId}`, 10)),
      fail: () =>
        send(
          eventOf(
            'refund.failed',
            { ...payment, object: 'refund', amount: 1_000, status: 'failed', metadata: {} },
            `evt_failed_${orderId}`,
            20,
          ),
        ),
    };
    for (const step of order) for (let round = 0; round < 2; round += 1) expect((await steps[step]()).statusCode).toBe(200);
    expect(await packs()).toBe(140);
    expect(await orderOf(orderId)).toMatchObject({ refundedCents: 0, takenBack: 0, notTakenBack: 0 });
    expect((await ledger()).problems).toEqual([]);

    // Another refund, of which Stripe reports the sum without the failed one.
    await send(eventOf('charge.refunded', { ...charge, amount_refunded: 500 }, `evt_again_${orderId}`, 30));
    expect([await packs(), (await ledger()).problems]).toEqual([70, []]);
  });

  it('that failed returns the credits, names them, and forgives those that had been used', async () => {
    const { orderId, paid } = await ordered();
    await pay(paid);
    await actAs(stage.services, { kind: 'system' }, (tx) =>
      holdCredit(tx, { accountId, publicationId: `pub_${orderId}`, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
    );
    await refund(orderId, 500);
    expect(await orderOf(orderId)).toMatchObject({ takenBack: 69, notTakenBack: 1 });
    await tell('refund.failed', { object: 'refund', payment_intent: `pi_${orderId}`, amount: 250, currency: 'usd', status: 'failed' });
    expect(await orderOf(orderId)).toMatchObject({ refundedCents: 250, takenBack: 35, notTakenBack: 0 });
    expect([await packs(), (await ledger()).problems]).toEqual([34, []]);
    expect((await notices()).at(-1)).toEqual({ kind: 'payment_reversed', message: 'A refund failed: 34 deducted credits were returned.' });
  });

  it.each<[string, ('dispute' | 'pay' | 'refund')[]]>([
    ['after a refund', ['pay', 'refund', 'dispute']],
    ['before a refund', ['pay', 'dispute', 'refund']],
    ['before the payment', ['dispute', 'pay', 'refund']],
  ])('adds to a dispute that was lost %s', async (_, order) => {
    const { orderId, paid } = await ordered(2);
    const dispute = { object: 'dispute', payment_intent: `pi_${orderId}`, amount: 400, currency: 'usd', status: 'lost' };
    const steps = {
      pay: () => pay(paid),
      // Stripe's sum of the refunds, without what was disputed.
      refund: () => refund(orderId, 300),
      dispute: () => send(eventOf('charge.dispute.closed', dispute, `evt_lost_${orderId}`)),
    };
    for (const step of order) for (let round = 0; round < 2; round += 1) expect((await steps[step]()).statusCode).toBe(200);
    expect(await packs()).toBe(42);
    expect((await ledger()).problems).toEqual([]);
  });
});
