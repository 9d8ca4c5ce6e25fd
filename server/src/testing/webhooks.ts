import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import { claimDeliveries } from '../webhooks/deliver-webhook.ts';
import { notifyEndpoints } from '../webhooks/notify-endpoints.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { addEndpoint } from '../webhooks/webhook-endpoints.ts';
import { sendOne } from '../worker/webhooks.job.ts';
import { actAs } from './actors.ts';

export const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of the integrator, long').toString('base64')}`;

export function givenEndpoint(
  services: Services,
  actor: Actor,
  { id }: Workspace,
  url = 'http://127.0.0.1:9/hook',
): Promise<WebhookEndpoint> {
  return actAs(services, actor, (ctx) => addEndpoint(ctx, { workspaceId: id, url, secret: WEBHOOK_SECRET }));
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver on loopback that returns challenges, and otherwise responds as set. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer = (response: ServerResponse, _message: Received): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const message = { headers: request.headers, body };
      if (body.includes('"endpoint.challenge"')) return void response.end(JSON.parse(body).challenge);
      received.push(message);
      answer(response, message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next: typeof answer) {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Like the worker: queues events for the endpoints, and sends all that is due. Returns the number sent. */
export async function sendWebhooks(services: Services): Promise<number> {
  await readEvents(services, notifyEndpoints);
  let sent = 0;
  for (;;) {
    const claimed = await claimDeliveries(services, 40);
    if (claimed.length === 0) return sent;
    await Promise.all(claimed.map((delivery) => sendOne(services, delivery, new AbortController().signal)));
    sent += claimed.length;
  }
}
