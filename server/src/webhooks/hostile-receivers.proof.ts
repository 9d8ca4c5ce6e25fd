import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { recordEvent } from '../events/record-event.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { actAs } from '../testing/actors.ts';
import { givenQueued } from '../testing/engine.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { givenEndpoint, startReceiver } from '../testing/webhooks.ts';
import { createQueue } from '../worker/queue.ts';
import { startWorker } from '../worker/start-worker.ts';
import { notifyEndpoints } from './notify-endpoints.ts';
import { WebhookDelivery } from './webhook-endpoint.entity.ts';

vi.setConfig({ testTimeout: 600_000 });
const database = useTestDatabase();

prove(
  'P20',
  'no event is lost on receivers that are down, slow, redirecting or answer garbage, and none of them holds publishing up',
  async (count) => {
    const events = count(500, 40);
    const base = createTestServices(database, { clock: systemClock });
    const queue = createQueue({ url: database.url, role: 'all', log: base.log });
    await queue.start();
    const services = { ...base, queue };
    const stage = await givenStage(services);
    const { accountId, workspaceId, owner, workspace } = stage;
    const receiver = await startReceiver();
    const endpoint = await givenEndpoint(services, owner, workspace, receiver.url);
    const worker = await startWorker(services, queue, { readers: [notifyEndpoints] });
    const em = () => services.orm.em.fork();
    await until(
      async () => (await em().execute('select 1 from webhook_endpoints where id = ? and state = ?', [endpoint.id, 'active'])).length > 0,
    );

    let turn = 0;
    receiver.answerWith((response) => {
      turn += 1;
      const kind = turn % 4;
      if (kind === 0) return void response.destroy();
      if (kind === 1) return void setTimeout(() => response.writeHead(200).end(), 3_000);
      if (kind === 2) return void response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
      return void response.writeHead(500).end('\u0000garbage'.repeat(2_000));
    });
    for (let number = 0; number < events; number += 50) {
      await actAs(services, { kind: 'system' }, async (ctx) => {
        for (let at = number; at < Math.min(number + 50, events); at += 1)
          recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: { number: at } });
      });
    }
    // While the receiver accepts nothing, or is slow, posts are published as usual.
    const began = performance.now();
    const { publicationId } = await givenQueued(stage);
    await until(async () => (await em().findOneOrFail(Publication, publicationId)).state === 'published');
    const publishedMs = Math.round(performance.now() - began);

    receiver.answerWith((response) => response.writeHead(200).end());
    const waiting = { endpointId: endpoint.id, kind: 'event' as const, type: 'credits.low', state: 'pending' as const };
    await until(async () => {
      // Makes later retries due now.
      await em().execute(`update webhook_deliveries set next_attempt_at = now() where state = 'pending' and endpoint_id = ?`, [
        endpoint.id,
      ]);
      return (await em().count(WebhookDelivery, waiting)) === 0;
    });
    await worker.stop();
    await queue.stop();
    await receiver.stop();
    const lost = events - (await em().count(WebhookDelivery, { ...waiting, state: 'delivered' }));
    const delivered = new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
    expect({ lost, receivedAll: delivered >= events }).toEqual({ lost: 0, receivedAll: true });
    expect(publishedMs).toBeLessThan(10_000);
    return `${events} events, ${receiver.received.length} attempts, ${lost} lost; meanwhile a post was asked for, approved and out in ${publishedMs} ms`;
  },
);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error('It did not come to that.');
}
