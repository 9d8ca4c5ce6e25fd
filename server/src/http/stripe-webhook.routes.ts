import type { Services } from '../context.ts';
import { applyPaymentEvent } from '../credits/payments/apply-payment-event.ts';
import { systemContext } from '../db/system-context.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { HttpServer } from './engine/http-server.ts';

/** Receives Stripe's webhooks about payments. Only signed content is used; without Stripe there is no route. */
export function addStripeWebhookRoute(app: HttpServer, services: Services): void {
  const { payments } = services;
  if (!payments) return;
  app.post('/stripe/webhook', { schema: { hide: true } }, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    if (typeof signature !== 'string' || !request.rawBody) throw new DomainError('webhook_refused');
    const received = payments.readEvent(request.rawBody, signature, services.clock.now());
    await inTransaction(systemContext(services, request.id), (tx) => applyPaymentEvent(tx, received));
    return reply.header('cache-control', 'no-store').send({ received: true });
  });
}
