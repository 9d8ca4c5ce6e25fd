import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceMatter } from '../access/notice.entity.ts';
import { Event } from '../events/event.entity.ts';
import { say } from '../languages/sentence.ts';
import { ConnectError, type Platform } from '../platforms/platform.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../platforms/testing/fake-x.ts';
import { createXPlatform } from '../platforms/x/x-platform.ts';
import { xRules } from '../platforms/x/x-rules.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { createFixedClock, createRecordingQueue, createTestServices } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { checkDueConnections } from './check-due-connections.ts';
import { Connection } from './connection.entity.ts';
import { freshCredentials, openCredentials, RefreshPendingError, ServiceRefusedError } from './renew-credentials.ts';

// X as docs.x.com has it: an access token lasts two hours, and each refresh token works once.
const database = useTestDatabase();
const HOUR = 3_600_000;
let fake: FakeServer;
let network: ReturnType<typeof createFakeX>;

beforeAll(async () => {
  network = createFakeX();
  fake = await startFakeServer(network, X_TOKEN);
});
afterAll(() => fake.stop());

/** Credentials that expire within a minute by default. */
async function arrange(refreshToken: string, lifetimeMs = 60_000) {
  // X expresses the lifetime of its tokens in real time.
  const clock = createFixedClock(new Date(Date.now() - 24 * HOUR));
  const platforms = new Map([['x', createXPlatform(xRules, createTestOutbound(), X_CLIENT, fake.url, fake.url)]]);
  const services = createTestServices(database, { clock, platforms });
  await services.orm.em.fork().nativeUpdate(Connection, { disconnectedAt: null }, { disconnectedAt: clock.now() });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString();
  const credentials = { accessToken: X_TOKEN, refreshToken, userId: '42', username: 'harbour' };
  const connected = { handle: '@harbour', externalId: '42', credentials, expiresAt };
  const connect = () => actAs(services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'x', connected }));
  const { id } = await connect();
  const fresh = (other = services) => freshCredentials(other, id, AbortSignal.timeout(60_000));
  const rowOf = () => services.orm.em.fork().findOneOrFail(Connection, id);
  return { services, clock, connect, fresh, rowOf, id };
}

const grants = () => fake.requests.filter(({ path }) => path === '/2/oauth2/token').length;

it('keeps credentials until they expire soon, and then renews them once for all callers', async () => {
  const lasting = await arrange('x-refresh-token-1', 2 * HOUR);
  expect(await lasting.fresh()).toMatchObject({ accessToken: X_TOKEN });
  expect(grants()).toBe(0);
  const { services, clock, fresh, rowOf } = await arrange('x-refresh-token-1');
  const asked = await Promise.all(Array.from({ length: 12 }, () => fresh()));
  expect(grants()).toBe(1);
  expect(new Set(asked.map(({ accessToken }) => accessToken))).toEqual(new Set(['x-access-token-2-secret']));
  const row = await rowOf();
  expect(openCredentials(services, row)).toMatchObject({ refreshToken: 'x-refresh-token-2', username: 'harbour' });
  expect(row.expiresAt?.getTime()).toBeGreaterThan(clock.now().getTime());
});

it('takes over from a process that died while it was renewing', async () => {
  const { services, clock, fresh, id } = await arrange('x-refresh-token-2');
  await services.orm.em.fork().nativeUpdate(Connection, { id }, { refreshLeasedUntil: new Date(clock.now().getTime() + 30_000) });
  const waiting = new AbortController();
  waiting.abort();
  await expect(freshCredentials(services, id, waiting.signal)).rejects.toThrow(RefreshPendingError);
  clock.advance(31_000);
  expect(await fresh()).toMatchObject({ accessToken: 'x-access-token-3-secret' });
});

it('ends if the platform refuses, is reported before a post is due, and is fixed by a new sign-in', async () => {
  const { services, clock, connect, fresh, rowOf } = await arrange('used up');
  await expect(fresh()).rejects.toThrow('token was invalid');
  expect(await rowOf()).toMatchObject({ health: 'healthy', refreshLeasedUntil: null });
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toMatchObject({ revoked: 1 });
  expect(await rowOf()).toMatchObject({ health: 'revoked', healthMessage: expect.stringContaining('token was invalid') });
  await connect();
  expect(await rowOf()).toMatchObject({ health: 'healthy', healthMessage: null });
});

it('has an end and its reason once a renewal ahead of the expiry is refused, and is not asked for again until then', async () => {
  const { services, clock, connect, fresh, rowOf } = await arrange('used up', 23 * HOUR);
  const { expiresAt } = await rowOf();
  clock.advance(7 * HOUR);
  const before = grants();
  expect(await checkDueConnections(services)).toMatchObject({ checked: 1, revoked: 0 });
  expect(await rowOf()).toMatchObject({
    ...{ health: 'healthy', endsAt: expiresAt },
    healthMessage: expect.stringMatching(/^X refused to renew the access: .*token was invalid/),
  });
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toMatchObject({ checked: 1, revoked: 0 });
  expect(grants()).toBe(before + 1);
  expect(await fresh()).toMatchObject({ accessToken: X_TOKEN });
  expect(await rowOf()).toMatchObject({ endAnnounced: 1 });
  clock.advance(10 * HOUR);
  expect(await checkDueConnections(services)).toMatchObject({ revoked: 1 });
  await connect();
  expect(await rowOf()).toMatchObject({ health: 'healthy', healthMessage: null, endsAt: null, endAnnounced: null });
});

it('announces the end of an access again after a renewal that worked in between', async () => {
  const { services, clock, rowOf, id } = await arrange('kept as it is', 23 * HOUR);
  const platform = services.platforms.get('x');
  if (!platform) throw new Error('There is no X.');
  let isRefused = true;
  const refresh: Platform['refresh'] = async (credentials) => {
    if (isRefused) throw new ConnectError('The access was ended.');
    return { credentials, expiresAt: new Date(clock.now().getTime() + 23 * HOUR).toISOString() };
  };
  const changed = { ...services, platforms: new Map([['x', { ...platform, refresh }]]) };
  const announcedAfter = async (hours: number) => {
    clock.advance(hours * HOUR);
    await checkDueConnections(changed);
    return services.orm.em.fork().count(Event, { subjectId: id, type: 'connection.ending' });
  };
  expect([await announcedAfter(7), await announcedAfter(7)]).toEqual([0, 1]);
  isRefused = false;
  clock.advance(9 * HOUR - 60_000);
  await freshCredentials(changed, id, AbortSignal.timeout(60_000));
  expect(await rowOf()).toMatchObject({ endsAt: null, endAnnounced: null });
  isRefused = true;
  expect([await announcedAfter(7), await announcedAfter(7)]).toEqual([1, 2]);
});

it('announces an end once, although the network names it a little differently at each renewal', async () => {
  const { services, clock, rowOf, id } = await arrange('kept as it is', HOUR);
  const platform = services.platforms.get('x');
  if (!platform) throw new Error('There is no X.');
  const end = clock.now().getTime() + 20 * HOUR;
  let renewals = 0;
  const refresh: Platform['refresh'] = async (credentials) => {
    renewals += 1;
    const expiresAt = new Date(clock.now().getTime() + HOUR).toISOString();
    return { credentials, expiresAt, endsAt: new Date(end + renewals).toISOString() };
  };
  const changed = { ...services, platforms: new Map([['x', { ...platform, refresh }]]) };
  for (let round = 0; round < 3; round += 1) {
    await freshCredentials(changed, id, AbortSignal.timeout(60_000), { aheadMs: 2 * HOUR });
    await checkDueConnections(changed);
    clock.advance(HOUR);
  }
  expect((await rowOf()).endsAt).toEqual(new Date(end + 3));
  expect(await services.orm.em.fork().count(Event, { subjectId: id, type: 'connection.ending' })).toBe(1);
});

it('alerts operators once that the network refuses the service itself, until it is accepted again', async () => {
  const { services, fresh } = await arrange('x-refresh-token-3');
  const mistyped = createXPlatform(xRules, createTestOutbound(), { ...X_CLIENT, secret: 'mistyped' }, fake.url, fake.url);
  const open = async () => services.orm.em.fork().find(ServiceMatter, { endedAt: null });
  await expect(fresh()).resolves.toBeDefined();
  const { fresh: again } = await arrange('used up');
  await expect(again()).rejects.toThrow('token was invalid');
  expect(await open()).toEqual([]);

  const { services: other, fresh: third } = await arrange('x-refresh-token-4');
  for (let times = 0; times < 2; times += 1)
    await expect(third({ ...other, platforms: new Map([['x', mistyped]]) })).rejects.toThrow(ServiceRefusedError);
  expect(await open()).toMatchObject([
    { id: 'network:x', kind: 'network_refused', message: expect.stringContaining('Check X_CLIENT_ID and X_CLIENT_SECRET, and restart.') },
  ]);
  expect(JSON.stringify(await open())).not.toContain('mistyped');
  await third();
  expect(await open()).toEqual([]);
});

it('checks a connection at intervals, in one process only, and ignores an unreachable platform', async () => {
  const { services, clock } = await arrange('x-refresh-token-5', 48 * HOUR);
  expect(await checkDueConnections(services)).toEqual({ checked: 0, revoked: 0 });
  clock.advance(7 * HOUR);
  const both = await Promise.all([checkDueConnections(services), checkDueConnections(services)]);
  expect(both.map(({ checked }) => checked).sort()).toEqual([0, 1]);

  const away = new Map([['x', createXPlatform(xRules, createTestOutbound(), X_CLIENT, 'http://127.0.0.1:9', 'http://127.0.0.1:9')]]);
  clock.advance(7 * HOUR);
  expect(await checkDueConnections({ ...services, platforms: away })).toEqual({ checked: 1, revoked: 0 });
});

it('never writes over credentials that a person has brought in the meantime', async () => {
  const { services, connect, rowOf, id } = await arrange('x-refresh-token-5');
  const platform = services.platforms.get('x');
  if (!platform?.refresh) throw new Error('There is nothing to renew.');
  const { refresh } = platform;
  const slow: Platform = {
    ...platform,
    async refresh(...asked) {
      const renewed = await refresh(...asked);
      await connect();
      await services.orm.em.fork().nativeUpdate(Connection, { id }, { expiresAt: null });
      return renewed;
    },
  };
  const credentials = await freshCredentials({ ...services, platforms: new Map([['x', slow]]) }, id, AbortSignal.timeout(60_000));
  expect(credentials).toMatchObject({ accessToken: X_TOKEN });
  expect(openCredentials(services, await rowOf())).toEqual(credentials);
});

it('keeps what the network issued, also if another process took over meanwhile and was refused', async () => {
  const { services, clock, rowOf, id } = await arrange('first');
  const platform = services.platforms.get('x');
  if (!platform) throw new Error('There is no X.');
  let isSpent = false;
  const refresh: Platform['refresh'] = async (credentials) => {
    if (isSpent) throw new ConnectError(say`The refresh token was used before.`);
    isSpent = true;
    clock.advance(7 * HOUR);
    expect(await checkDueConnections(once)).toMatchObject({ revoked: 1 });
    return { credentials: { ...credentials, refreshToken: 'second' }, expiresAt: new Date(clock.now().getTime() + HOUR).toISOString() };
  };
  const queue = createRecordingQueue();
  const once = { ...services, queue, platforms: new Map([['x', { ...platform, refresh }]]) };
  expect(await freshCredentials(once, id, AbortSignal.timeout(60_000))).toMatchObject({ refreshToken: 'second' });
  const row = await rowOf();
  expect(openCredentials(services, row)).toMatchObject({ refreshToken: 'second' });
  expect(row).toMatchObject({ health: 'healthy', healthMessage: null });
  expect(queue.waiting).toEqual([{ kind: 'advance', accountId: row.accountId, after: '' }]);
});

it('renews credentials that would expire before the next check, as some networks renew nothing that has expired', async () => {
  const { services, clock, rowOf } = await arrange('x-refresh-token-6', 10 * HOUR);
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toEqual({ checked: 1, revoked: 0 });
  expect(openCredentials(services, await rowOf())).toMatchObject({ refreshToken: 'x-refresh-token-7' });
});

it('renews long before their end the credentials of a network that says so, in case the service is off then', async () => {
  const { services, clock, rowOf } = await arrange('kept as it is', 40 * 24 * HOUR);
  const platform = services.platforms.get('x');
  if (!platform) throw new Error('There is no X.');
  const expiresAt = new Date(clock.now().getTime() + 70 * 24 * HOUR);
  const refresh: Platform['refresh'] = async (credentials) => ({ credentials, expiresAt: expiresAt.toISOString() });
  const ahead = { ...services, platforms: new Map([['x', { ...platform, refresh, renewsAheadDays: 30 }]]) };
  clock.advance(7 * HOUR);
  await checkDueConnections(ahead);
  expect((await rowOf()).expiresAt).not.toEqual(expiresAt);
  clock.advance(10 * 24 * HOUR);
  expect(await checkDueConnections(ahead)).toEqual({ checked: 1, revoked: 0 });
  expect((await rowOf()).expiresAt).toEqual(expiresAt);
});

it('ignores a failed renewal while the credentials are still valid', async () => {
  const { services, clock, rowOf } = await arrange('used up', 10 * HOUR);
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toEqual({ checked: 1, revoked: 0 });
  expect(await rowOf()).toMatchObject({ health: 'healthy' });
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toEqual({ checked: 1, revoked: 1 });
});

it('renews once, and not again, credentials that a network issues for minutes only', async () => {
  const { services, id, rowOf } = await arrange('x-refresh-token-7');
  const platform = services.platforms.get('x');
  if (!platform?.refresh) throw new Error('There is nothing to renew.');
  const { refresh } = platform;
  const before = grants();
  const brief: Platform = {
    ...platform,
    refresh: async (...asked) => ({
      ...(await refresh(...asked)),
      expiresAt: new Date(services.clock.now().getTime() + 60_000).toISOString(),
    }),
  };
  const other = { ...services, platforms: new Map([['x', brief]]) };
  expect(await freshCredentials(other, id, AbortSignal.timeout(60_000))).toMatchObject({ refreshToken: 'x-refresh-token-8' });
  expect(grants() - before).toBe(1);
  expect((await rowOf()).refreshLeasedUntil).toBeNull();
});

it('stores a renewal although its caller gave up and the database was away when it came', async () => {
  const { services, id, rowOf } = await arrange('x-refresh-token-8');
  const platform = services.platforms.get('x');
  if (!platform?.refresh) throw new Error('There is nothing to renew.');
  const { refresh } = platform;
  const { em } = services.orm;
  const caller = new AbortController();
  const interrupted: Platform = {
    ...platform,
    async refresh(credentials, signal) {
      caller.abort();
      const renewed = await refresh(credentials, signal);
      await em.fork().execute('alter table connections rename to connections_away');
      return renewed;
    },
  };
  const log = Object.assign(Object.create(services.log) as typeof services.log, {
    debug: () => void em.fork().execute('alter table if exists connections_away rename to connections'),
  });
  const platforms = new Map([['x', interrupted]]);
  expect(await freshCredentials({ ...services, log, platforms }, id, caller.signal)).toMatchObject({ refreshToken: 'x-refresh-token-9' });
  expect(openCredentials(services, await rowOf())).toMatchObject({ refreshToken: 'x-refresh-token-9' });
});

it('notices that the network refuses an account, although it renews its credentials before and after', async () => {
  const { services, clock, rowOf, id } = await arrange('x-refresh-token-9', 10 * HOUR);
  const { handle } = network;
  network.handle = (request) => (request.path === '/2/users/me' ? network.refusals.revoked('') : handle.call(network, request));
  clock.advance(7 * HOUR);
  expect(await checkDueConnections(services)).toEqual({ checked: 1, revoked: 1 });
  network.handle = handle;
  expect(openCredentials(services, await rowOf())).toMatchObject({ refreshToken: 'x-refresh-token-10' });
  const { health, healthMessage } = await rowOf();
  expect([health, healthMessage]).toEqual(['revoked', expect.stringMatching(/./)]);
  // A reading of figures, for instance, renews them later.
  await freshCredentials(services, id, AbortSignal.timeout(60_000), { aheadMs: 48 * HOUR });
  expect(openCredentials(services, await rowOf())).toMatchObject({ refreshToken: 'x-refresh-token-11' });
  expect(await rowOf()).toMatchObject({ health, healthMessage });
});
