import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import { readEvents } from '../events/event-queries.ts';
import { EVENT_TYPES } from '../events/event-types.ts';
import { recordEvent } from '../events/record-event.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenSubmittedDraft } from '../testing/content.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import type { FixedClock } from '../testing/test-services.ts';
import { givenEndpoint, type Received, sendWebhooks, startReceiver, WEBHOOK_SECRET } from '../testing/webhooks.ts';
import { archiveWorkspace, createWorkspace } from '../workspaces/workspace-lifecycle.ts';
import { claimDeliveries, retryAfterMs } from './deliver-webhook.ts';
import { notifyEndpoints } from './notify-endpoints.ts';
import { signWebhook } from './sign-webhook.ts';

const database = useTestDatabase();
const api = useApi(database);
const stopping: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stopping.map((stop) => stop())));

let clock: FixedClock;
beforeAll(() => {
  clock = api.services.clock as FixedClock;
});

/** An agent in its own workspace, with a verified endpoint. */
async function arrange({ types }: { types?: string[] } = {}) {
  const { services } = api;
  const { workspace, workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const { authorization, grantId } = await givenAgent(services, workspace, { scopes: ['webhooks:write', 'read'] });
  const receiver = await startReceiver();
  stopping.push(receiver.stop);
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    api.send(method, `/api/v1/webhook-endpoints${path}`, body, { authorization });
  const added = await ask('POST', '', { url: receiver.url, secret: WEBHOOK_SECRET, ...(types && { types }) });
  const { endpoint_id: id } = added.json();
  await sendWebhooks(services);
  const happen = (count = 1) =>
    actAs(services, { kind: 'system' }, async (ctx) => {
      for (let number = 0; number < count; number += 1)
        recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: { number } });
    });
  const state = async () => (await ask('GET', `/${id}`)).json();
  const log = async (query = '') => (await ask('GET', `/${id}/deliveries${query}`)).json().deliveries;
  return { ...receiver, workspace, owner, grantId, authorization, ask, id, added, happen, state, log, send: () => sendWebhooks(services) };
}

const check = ({ headers, body }: Received, secret = WEBHOOK_SECRET) => new Webhook(secret).verify(body, headers as Record<string, string>);

describe('an endpoint', () => {
  it('gets nothing before it has returned its challenge, and its secret is never returned', async () => {
    const { added, state, ask } = await arrange();
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({ state: 'unproven', types: null });
    expect(added.headers.location).toBe(added.json()._links.self.href);
    expect(await state()).toMatchObject({ state: 'active', failures: 0 });
    const shown = JSON.stringify([added.json(), (await ask('GET', '')).json(), await state()]);
    expect(shown).not.toContain(WEBHOOK_SECRET.slice(6, 20));
  });

  it('with another response stays unproven', async () => {
    const { ask, send, happen, received } = await arrange();
    const deaf = await startReceiver();
    stopping.push(deaf.stop);
    const { endpoint_id: id } = (await ask('POST', '', { url: `${deaf.url}/../elsewhere`, secret: WEBHOOK_SECRET })).json();
    await api.services.orm.em.fork().execute(`update webhook_deliveries set body = '{"challenge":"changed"}' where endpoint_id = ?`, [id]);
    await send();
    await happen();
    await send();
    expect((await ask('GET', `/${id}`)).json()).toMatchObject({ state: 'unproven', failures: 1 });
    expect((await ask('GET', `/${id}/deliveries`)).json().deliveries).toMatchObject([
      { state: 'pending', last_status: 204, last_fault: 'Its response did not contain the challenge.' },
    ]);
    expect(received).toHaveLength(1);
  });

  it.each([
    ['http://example.org/hook', 'address_refused'],
    ['https://10.0.0.1/hook', 'address_refused'],
    ['https://[::1]/hook', 'address_refused'],
    ['https://localhost.localdomain/hook', 'address_refused'],
    ['ftp://example.org/hook', 'validation_failed'],
    ['no address', 'validation_failed'],
  ] as const)('at %s is refused', async (url, code) => {
    const { ask } = await arrange();
    expectProblem(await ask('POST', '', { url, secret: WEBHOOK_SECRET }), code);
  });

  it('for an unknown type of event is refused, with the known ones', async () => {
    const { ask, id, url } = await arrange();
    for (const answer of [
      await ask('POST', '', { url, secret: WEBHOOK_SECRET, types: ['job.vanished'] }),
      await ask('PATCH', `/${id}`, { types: ['job.published', 'job.vanished'] }),
    ]) {
      const errors = JSON.stringify(expectProblem(answer, 'validation_failed').errors);
      expect(Object.keys(EVENT_TYPES).filter((type) => !errors.includes(type))).toEqual([]);
    }
  });

  it.each(['hunter2', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(100)}`])('does not take %s for a secret', async (secret) => {
    const { ask, url } = await arrange();
    expectProblem(await ask('POST', '', { url, secret }), 'validation_failed');
  });

  it('is neither added nor changed in an archived workspace, and can be read and removed there', async () => {
    const { workspace, owner, ask, url, id } = await arrange();
    await actAs(api.services, owner, async (ctx) => {
      await createWorkspace(ctx, { accountId: workspace.accountId, name: 'The other one' });
      await archiveWorkspace(ctx, workspace.id);
    });
    expectProblem(await ask('POST', '', { url, secret: WEBHOOK_SECRET }), 'invalid_state');
    expectProblem(await ask('PATCH', `/${id}`, { types: ['job.failed'] }), 'invalid_state');
    expect((await ask('GET', '')).json().webhook_endpoints).toMatchObject([{ endpoint_id: id, types: null }]);
    expect((await ask('DELETE', `/${id}`)).json()).toMatchObject({ removed: true });
  });

  it('belongs to one agent', async () => {
    const { workspace, id, happen, send } = await arrange();
    await happen();
    await send();
    const { authorization } = await givenAgent(api.services, workspace, { scopes: ['webhooks:write'] });
    const ask = (path: string) => api.send('GET', `/api/v1/webhook-endpoints${path}`, undefined, { authorization });
    expectProblem(await ask(`/${id}`), 'not_found');
    expectProblem(await ask(`/${id}/deliveries`), 'not_found');
    expect((await ask('')).json()).toEqual({ webhook_endpoints: [] });
  });

  it('stops in the transaction that revokes its access', async () => {
    const { happen, owner, grantId, send, received, id } = await arrange();
    await happen();
    await actAs(api.services, owner, (ctx) => revokeGrant(ctx, grantId));
    const [row] = await api.services.orm.em.fork().execute('select state, ending from webhook_endpoints where id = ?', [id]);
    expect(row).toEqual({ state: 'stopped', ending: 'revoked' });
    await send();
    expect(received).toEqual([]);
  });

  it('gets what happened while its new address was verified', async () => {
    const { happen, ask, id, send, received } = await arrange();
    const next = await startReceiver();
    stopping.push(next.stop);
    await ask('PATCH', `/${id}`, { url: next.url });
    await happen(2);
    await readEvents(api.services, notifyEndpoints);
    await send();
    expect(next.received.map(({ body }) => JSON.parse(body).data.number).sort()).toEqual([0, 1]);
    expect(received).toEqual([]);
  });

  it('that responds with 410 gets nothing more, until it is tried again', async () => {
    const { happen, send, answerWith, state, ask, id, received } = await arrange();
    answerWith((response) => response.writeHead(410).end());
    await happen(2);
    await send();
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'gone' });
    await happen();
    await send();
    expect(received.length).toBeLessThanOrEqual(2);
    answerWith((response) => response.writeHead(200).end());
    expect((await ask('POST', `/${id}/test`)).statusCode).toBe(202);
    await send();
    expect(await state()).toMatchObject({ state: 'active', reason: null });
  });
});

describe('a message', () => {
  it('is verified by the library that others use, and by our public key', async () => {
    const { happen, send, received, state } = await arrange();
    await happen();
    await send();
    const [message] = received;
    if (!message) throw new Error('Nothing came.');
    expect(check(message)).toMatchObject({ type: 'credits.low', sequence: 1, data: { number: 0 } });
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = message.headers;
    const raw = Buffer.from((await state()).public_key.replace('whpk_', ''), 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
    const signature = Buffer.from(/v1a,(\S+)/.exec(String(signatures))?.[1] ?? '', 'base64');
    expect(verify(null, Buffer.from(`${id}.${seconds}.${message.body}`), key, signature)).toBe(true);
  });

  it('of 1,000 is verified 1,000 times, and never with a bit flipped', () => {
    const sealer = api.services.sealer;
    const webhook = new Webhook(WEBHOOK_SECRET);
    let [whole, flipped] = [0, 0];
    for (let number = 0; number < 1_000; number += 1) {
      const body = JSON.stringify({ type: 'job.published', sequence: number, data: { text: 'ü'.repeat(number % 7) } });
      const headers = signWebhook(sealer, { id: `evt_${number}`, timestamp: new Date(), body }, [WEBHOOK_SECRET]);
      if (webhook.verify(body, headers)) whole += 1;
      const bytes = Buffer.from(body);
      const at = (number * 7919) % (bytes.length * 8);
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
      try {
        webhook.verify(bytes, headers);
        flipped += 1;
      } catch {
        // As it should be.
      }
    }
    expect([whole, flipped]).toEqual([1_000, 0]);
  });

  it('has both signatures for a day after the secret was changed', async () => {
    const { happen, send, received, ask, id } = await arrange();
    const secret = `whsec_${Buffer.from('another secret of the integrator').toString('base64')}`;
    expect((await ask('PATCH', `/${id}`, { secret })).json().old_secret_until).not.toBeNull();
    await happen();
    await send();
    for (const known of [WEBHOOK_SECRET, secret]) expect(check(received[0] as Received, known)).toBeTruthy();
    clock.advance(DAY_MS + MINUTE_MS);
    await happen();
    await send();
    expect(String(received[1]?.headers['webhook-signature']).match(/v1,/g)).toHaveLength(1);
  });

  it('is retried at growing intervals until it is accepted, with the same id and bytes', async () => {
    const { happen, send, received, answerWith, log, state } = await arrange();
    const answers = [500, 302, 404];
    answerWith((response) => response.writeHead(answers.shift() ?? 200, { location: 'http://127.0.0.1:9/' }).end('garbage \u0000'));
    await happen();
    for (const minutes of [0, 1, 6, 34]) {
      clock.advance(minutes * MINUTE_MS);
      await send();
    }
    expect(received.map(({ body }) => body)).toEqual(Array(4).fill(received[0]?.body));
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await log())[0]).toMatchObject({ state: 'delivered', attempts: 4, last_status: 200, last_fault: null });
    expect(await state()).toMatchObject({ failures: 0, failing_since: null });
  });

  it('waits as long as the receiver asks for', async () => {
    const { happen, send, received, answerWith } = await arrange();
    answerWith((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    await happen();
    await send();
    clock.advance(50 * MINUTE_MS);
    await send();
    expect(received).toHaveLength(1);
    clock.advance(20 * MINUTE_MS);
    await send();
    expect(received).toHaveLength(2);
  });

  it('contains the state of its draft and the actions of its own receiver', async () => {
    const { workspace, owner, send, received, url } = await arrange({ types: ['approval.requested'] });
    await givenEndpoint(api.services, owner, workspace, url);
    await send();
    await givenSubmittedDraft(api.services, await agentActor(api.services, workspace), workspace);
    await send();
    const messages = received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'approval.requested');
    expect(messages.map(({ draft_state: state }) => state)).toEqual(['in_review', 'in_review']);
    // The agent of the first only reads; the second is of the owners.
    const offered = messages.map(({ allowed_actions: actions }): string[] => actions).sort((a, b) => a.length - b.length);
    expect(offered).toEqual([[], ['caption', 'edit', 'archive']]);
  });

  it('is of the requested types', async () => {
    const { happen, send, received } = await arrange({ types: ['job.published'] });
    await happen();
    await send();
    expect(received).toEqual([]);
  });
});

describe('a receiver that is down', () => {
  it('is disabled after three days and twenty failures, not before, and failed messages can be repeated', async () => {
    const { happen, send, answerWith, state, received, ask, id } = await arrange();
    answerWith((response) => response.destroy());
    await happen(4);
    const began = clock.now();
    for (let day = 0; day < 8; day += 1) {
      await send();
      if ((await state()).state === 'stopped') break;
      clock.advance(DAY_MS);
    }
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'failing' });
    expect(clock.now().getTime() - began.getTime()).toBeGreaterThanOrEqual(3 * DAY_MS);
    const before = received.length;
    answerWith((response) => response.writeHead(200).end());
    await ask('POST', `/${id}/test`);
    await send();
    const again = await ask('POST', `/${id}/redeliver`, { failed_since: began.toISOString() });
    expect(again.json()).toEqual({ redelivered: 4 });
    await send();
    expect(
      received
        .slice(before)
        .map(({ body }) => body)
        .sort(),
    ).toEqual([...new Set(received.map(({ body }) => body))].sort());
  });

  it('gets everything that failed during the outage at once on request, however late the next attempt is due', async () => {
    const { happen, send, answerWith, received, ask, id, log } = await arrange();
    await happen();
    await send();
    const began = clock.now();
    answerWith((response) => response.writeHead(503).end());
    await happen(3);
    await send();
    clock.advance(6 * MINUTE_MS);
    await send();
    const redeliver = async () => (await ask('POST', `/${id}/redeliver`, { failed_since: began.toISOString() })).json();
    const before = received.length;
    answerWith((response) => response.writeHead(200).end());
    expect(await redeliver()).toEqual({ redelivered: 3 });
    await send();
    expect(new Set(received.slice(before).map(({ body }) => body)).size).toBe(3);
    expect(await log('?state=pending')).toEqual([]);
    expect(await redeliver()).toEqual({ redelivered: 0 });
  });

  it('gets what it responded 410 to once it is active again', async () => {
    const { happen, send, answerWith, received, ask, id, log } = await arrange();
    const began = clock.now();
    answerWith((response) => response.writeHead(410).end());
    await happen(2);
    await send();
    answerWith((response) => response.writeHead(200).end());
    await ask('POST', `/${id}/test`);
    await send();
    const [left, before] = [(await log('?state=failed')).length, received.length];
    expect((await ask('POST', `/${id}/redeliver`, { failed_since: began.toISOString() })).json()).toEqual({ redelivered: left });
    await send();
    expect(received.length - before).toBe(left);
    expect(await log('?state=failed')).toEqual([]);
  });

  it('serves endpoints with the fewest deliveries first, so that one that hangs delays no other', async () => {
    const [slow, quick] = [await arrange(), await arrange()];
    await slow.happen(6);
    await quick.happen(1);
    await readEvents(api.services, notifyEndpoints);
    const claimed = await claimDeliveries(api.services, 2);
    expect(claimed.map(({ endpointId }) => endpointId).sort()).toEqual([slow.id, quick.id].sort());
  });

  it('at an address that was changed meanwhile says nothing about the new one', async () => {
    const { answerWith, ask, id, happen, send, state } = await arrange();
    const next = await startReceiver();
    stopping.push(next.stop);
    answerWith((response) => void ask('PATCH', `/${id}`, { url: next.url }).then(() => response.writeHead(410).end()));
    await happen(1);
    await send();
    expect(await state()).not.toMatchObject({ state: 'stopped' });
    await send();
    expect(await state()).toMatchObject({ state: 'active', failures: 0 });
  });

  it('gets a message that is being sent once: it cannot be resent meanwhile, and can be afterwards', async () => {
    const { answerWith, ask, id, happen, send, received, log } = await arrange();
    await happen();
    const before = received.length;
    const resend = async () => {
      const [{ delivery_id: deliveryId }] = await log();
      return ask('POST', `/${id}/redeliver`, { delivery_id: deliveryId });
    };
    const meanwhile = Promise.withResolvers<Awaited<ReturnType<typeof resend>>>();
    answerWith((response) => {
      meanwhile.resolve(
        resend().finally(() => {
          response.writeHead(200).end();
        }),
      );
    });
    await send();
    expectProblem(await meanwhile.promise, 'invalid_state');
    await send();
    expect(received.length - before).toBe(1);
    answerWith((response) => response.writeHead(200).end());
    expect((await resend()).json()).toEqual({ redelivered: 1 });
    await send();
    expect(received.length - before).toBe(2);
  });

  it('gets at most four concurrent requests, however many deliveries are due', async () => {
    const { happen, answerWith, send, received } = await arrange();
    let [open, most] = [0, 0];
    answerWith((response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 20);
    });
    await happen(24);
    await Promise.all([send(), send(), send()]);
    await send();
    // Each at least once: on a machine that stalls, one may be due again meanwhile.
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(24);
    expect(most).toBeLessThanOrEqual(4);
  });
});

it('the pauses grow to a day, spread by a tenth, and end after ten attempts', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempt) => retryAfterMs(attempt, null, 0.5))).toEqual(
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000).concat([null as never]),
  );
  expect([retryAfterMs(2, null, 0), retryAfterMs(2, null, 1)]).toEqual([270_000, 330_000]);
});
