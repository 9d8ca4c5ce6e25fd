import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ServiceMatter } from '../../access/notice.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { addConnection } from '../../connections/add-connection.ts';
import { checkDueConnections } from '../../connections/check-due-connections.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { findOperatorAlerts } from '../../notices/operator-alerts.ts';
import { type FakeServer, startFakeServer } from '../../platforms/testing/fake-server.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../../platforms/testing/fake-x.ts';
import { createXPlatform } from '../../platforms/x/x-platform.ts';
import { xRules } from '../../platforms/x/x-rules.ts';
import { actAs } from '../../testing/actors.ts';
import { givenQueued } from '../../testing/engine.ts';
import { givenLaunched } from '../../testing/factories.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { contextFor, createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { gateInEnglish } from '../gates/gate.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { workOnPublication } from '../work-on-publication.ts';

// X per docs.x.com: an unknown client gets `unauthorized_client`, whichever account is used.
const database = useTestDatabase();
let network: ReturnType<typeof createFakeX>;
let fake: FakeServer;

beforeAll(async () => {
  network = createFakeX();
  fake = await startFakeServer(network, X_TOKEN);
});
beforeEach(() => network.posts.splice(0));
afterAll(() => fake.stop());

/** X, with the operator's registration as of the last start. */
const xWith = (secret: string, url = fake.url) => createXPlatform(xRules, createTestOutbound(), { ...X_CLIENT, secret }, url, url);

/** Two approved posts, one connection with credentials due for renewal, and a registration that X refuses. */
async function arrange(refreshToken: string) {
  // X expresses the lifetime of its tokens in real time.
  const clock = createFixedClock(new Date(Date.now() - 12 * HOUR_MS));
  const platforms = new Map([['x', xWith('mistyped')]]);
  const services = createTestServices(database, { clock, platforms });
  await services.orm.em.fork().nativeUpdate(Connection, { disconnectedAt: null }, { disconnectedAt: clock.now() });
  await givenLaunched(services);
  const stage = await givenStage(services, { sandbox: null });
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const credentials = { accessToken: X_TOKEN, refreshToken, userId: '42', username: 'harbour' };
  const connected = { handle: '@harbour', externalId: '42', credentials, expiresAt };
  const connect = () =>
    actAs(services, stage.owner, (tx) => addConnection(tx, { workspaceId: stage.workspaceId, platform: 'x', connected }));
  const { id } = await connect();
  const first = await givenQueued(stage, { platforms: ['x'], sourceText: `The first of ${refreshToken}.` });
  const second = await givenQueued(stage, { platforms: ['x'], sourceText: `The second of ${refreshToken}.` });
  return {
    ...{ services, stage, clock, first, second, connect },
    restart: (secret: string, url?: string) => platforms.set('x', xWith(secret, url)),
    deliver: (publicationId: string) => workOnPublication(services, publicationId, { signal: new AbortController().signal }),
    connection: () => services.orm.em.fork().findOneOrFail(Connection, id),
    matters: () => services.orm.em.fork().find(ServiceMatter, { endedAt: null }),
    gatesOf: async (jobId: string) =>
      (await explainJobs(contextFor(services), [await stage.jobOf(jobId)]))
        .get(jobId)
        ?.readiness.gates.filter(({ status }) => status !== 'pass')
        .map(gateInEnglish),
  };
}

it('holds posts while the network refuses the service itself, with the reason, and sends them once it accepts it again', async () => {
  const { stage, clock, first, second, restart, deliver, connection, matters, gatesOf } = await arrange('x-refresh-token-1');
  expect(await deliver(first.publicationId)).toBe('pending');
  expect(await connection()).toMatchObject({ health: 'healthy', healthMessage: null, restReason: 'service_refused' });
  expect(await gatesOf(first.jobId)).toMatchObject([
    { gate: 'schedule', status: 'wait', code: 'service_refused', message: expect.stringContaining('Nothing is wrong with @harbour') },
  ]);
  expect(await stage.publicationOf(first.publicationId)).toMatchObject({
    failureCode: 'service_refused',
    failureMessage: expect.stringMatching(/^X rejects this service for all accounts.*authorization header$/),
  });
  expect(await matters()).toMatchObject([{ id: 'network:x', kind: 'network_refused' }]);

  // Publications of the same connection wait too, without an attempt.
  expect(await deliver(second.publicationId)).toBeNull();
  expect(await stage.publicationOf(second.publicationId)).toMatchObject({ state: 'pending', attempts: 0, failureCode: 'service_refused' });

  // Retries never end: the customer cannot fix it.
  for (let round = 0; round < 12; round += 1) {
    clock.advance(30 * 60_000);
    expect(await deliver(first.publicationId)).toBe('pending');
  }
  // From here on, the hour counts as usual.
  restart(X_CLIENT.secret, 'http://127.0.0.1:9');
  clock.advance(30 * 60_000);
  expect(await deliver(first.publicationId)).toBe('pending');
  restart(X_CLIENT.secret);
  clock.advance(30 * 60_000);
  for (const { publicationId } of [first, second]) expect(await deliver(publicationId)).toBe('published');
  expect(network.posts).toHaveLength(2);
  expect(await matters()).toEqual([]);
  expect(await connection()).toMatchObject({ health: 'healthy' });
  expect((await stage.ledger()).problems).toEqual([]);
});

it('does not ask for any account to be reconnected', async () => {
  const { services, clock, connection } = await arrange('x-refresh-token-2');
  clock.advance(7 * HOUR_MS);
  expect(await checkDueConnections(services)).toEqual({ checked: 1, revoked: 0 });
  expect(await connection()).toMatchObject({ health: 'healthy', healthMessage: null });
});

it('ends the pause once the account is connected again', async () => {
  const { first, deliver, connect, connection } = await arrange('x-refresh-token-2');
  await deliver(first.publicationId);
  expect(await connection()).toMatchObject({ restsUntil: expect.any(Date), restReason: 'service_refused' });
  await connect();
  expect(await connection()).toMatchObject({ restsUntil: null, restReason: null });
});

/** docs.x.com: problem details whose type refers to the app. */
const problem = (status: number, name: string, title: string) => ({
  status,
  body: { type: `https://api.twitter.com/2/problems/${name}`, title, detail: `${title} of the app.`, status },
});

it('holds posts while X refuses this service’s app, and alerts operators for as long as that lasts', async () => {
  const { services, clock, stage, first, restart, deliver, connection, gatesOf } = await arrange('x-refresh-token-2');
  restart(X_CLIENT.secret);
  const found = async () =>
    (await findOperatorAlerts(contextFor(services))).filter(({ id }) => id === 'refused:x').map(({ message }) => `${message}`);
  const refusals = [
    problem(403, 'client-forbidden', 'Client Forbidden'),
    problem(402, 'credits', 'CreditsDepleted'),
    problem(429, 'usage-capped', 'UsageCapExceeded'),
  ];
  for (const refusal of refusals) {
    network.refusing = refusal;
    expect(await deliver(first.publicationId)).toBe('pending');
    expect(await connection()).toMatchObject({ health: 'healthy', restReason: 'service_refused' });
    expect(await gatesOf(first.jobId)).toMatchObject([{ gate: 'schedule', code: 'service_refused' }]);
    expect(await found()).toEqual([expect.stringMatching(/^X rejects all posts of this service.*posts of one account are waiting.*quota/)]);
    clock.advance(30 * 60_000);
  }
  network.refusing = null;
  expect(await deliver(first.publicationId)).toBe('published');
  expect(await found()).toEqual([]);
  expect((await stage.ledger()).problems).toEqual([]);
});
