import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A requested checkout, by its parameters. */
export interface AskedSession {
  id: string;
  parameters: URLSearchParams;
  authorization: string;
  idempotencyKey: string;
}

/**
 * A fake of Stripe's API on loopback, after its reference: POST /v1/checkout/sessions returns a session with the
 * address of a page, and the same one for the same Idempotency-Key; GET /v1/events returns events, newest first, in pages.
 * https://docs.stripe.com/api/checkout/sessions/create, /api/idempotent_requests and /api/events/list
 */
export interface StripeServer {
  url: string;
  sessions: AskedSession[];
  /** Newest first; `created` in seconds. */
  events: { id: string; type: string; created: number }[];
  /** Responds to this many calls with the status. */
  fail(status: number, times: number): void;
  close(): Promise<void>;
}

export async function startStripeServer(): Promise<StripeServer> {
  const sessions: AskedSession[] = [];
  const events: StripeServer['events'] = [];
  let failing = { status: 0, times: 0 };
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const parameters = new URLSearchParams(await text(request));
    if (failing.times > 0) {
      failing.times -= 1;
      return send(failing.status, { error: { type: 'api_error', message: 'Refused by the test.' } });
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    if (request.method === 'GET' && pathname === '/v1/events') return send(200, pageOf(events, searchParams));
    if (request.method !== 'POST' || request.url !== '/v1/checkout/sessions')
      return send(404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL.' } });
    const idempotencyKey = String(request.headers['idempotency-key']);
    const known = sessions.find((session) => session.idempotencyKey === idempotencyKey);
    const id = known?.id ?? `cs_test_${sessions.length}_${Date.now()}`;
    if (!known) sessions.push({ id, parameters, authorization: String(request.headers.authorization), idempotencyKey });
    send(200, { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}`, payment_status: 'unpaid' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    events,
    fail: (status, times) => {
      failing = { status, times };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function pageOf(events: StripeServer['events'], parameters: URLSearchParams): object {
  const types = [...parameters].flatMap(([name, value]) => (name.startsWith('types[') ? [value] : []));
  const since = Number(parameters.get('created[gte]'));
  const fitting = events.filter(({ type, created }) => types.includes(type) && created >= since);
  const start = fitting.findIndex(({ id }) => id === parameters.get('starting_after')) + 1;
  const end = start + Number(parameters.get('limit'));
  return { object: 'list', data: fitting.slice(start, end), has_more: fitting.length > end };
}
