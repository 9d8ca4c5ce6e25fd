import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { learnSecret } from './known-secrets.ts';

/**
 * A fake of Stripe on loopback, after its reference: it opens a checkout, shows a page to pay, notifies the service
 * by a signed event, and redirects the browser back. https://docs.stripe.com/api/checkout/sessions and
 * https://docs.stripe.com/webhooks#verify-manually
 */
export interface FakeStripe {
  /** For the service under test. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const KEY = 'sk_test_of_the_end_to_end_run';
const WEBHOOK_SECRET = 'whsec_of_the_end_to_end_run';

export async function startStripe(): Promise<FakeStripe> {
  for (const value of [KEY, WEBHOOK_SECRET]) learnSecret({ name: 'secret of Stripe', value });
  const asked = new Map<string, URLSearchParams>();
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const body = await text(request);
    if (method === 'POST' && url === '/v1/checkout/sessions') {
      const id = `cs_test_${asked.size + 1}`;
      asked.set(id, new URLSearchParams(body));
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ id, object: 'checkout.session', url: `http://${request.headers.host}/pay/${id}` }));
    }
    const id = url.replace('/pay/', '');
    const session = asked.get(id);
    if (!session) return response.writeHead(404).end();
    if (method === 'POST') {
      await tell(id, session);
      return response.writeHead(303, { location: session.get('success_url') ?? '' }).end();
    }
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Pay $${dollars(session)}</h1><form method="post"><button>Pay</button></form>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: apiUrl },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const centsOf = (session: URLSearchParams): number =>
  Number(session.get('line_items[0][quantity]')) * Number(session.get('line_items[0][price_data][unit_amount]'));
const dollars = (session: URLSearchParams): string => (centsOf(session) / 100).toFixed(2);

async function tell(id: string, session: URLSearchParams): Promise<void> {
  const object = {
    id,
    object: 'checkout.session',
    payment_status: 'paid',
    payment_intent: `pi_of_${id}`,
    amount_total: centsOf(session),
    currency: 'usd',
    metadata: { countersign_order: session.get('metadata[countersign_order]') },
  };
  const payload = JSON.stringify({ id: `evt_of_${id}`, object: 'event', type: 'checkout.session.completed', data: { object } });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${payload}`).digest('hex');
  const { origin } = new URL(session.get('success_url') ?? '');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  const answer = await fetch(`${origin}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
  if (!answer.ok) throw new Error(`The service refused the event: ${await answer.text()}`);
}
