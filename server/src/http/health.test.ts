import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLastUses } from '../access/last-uses.ts';
import { Connection } from '../connections/connection.entity.ts';
import { createOrm } from '../db/orm.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { VERSION } from '../server-folder.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';
import { buildProbeServer } from './health.routes.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const api = useApi(database);
const opened: HttpServer[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

const TOKEN = 'a-token-for-who-watches';
let withToken: HttpServer;
let behindProxy: HttpServer;
beforeAll(async () => {
  const published = testConfig(database, { publicUrl: 'https://posts.example.org' });
  behindProxy = await buildServer(createTestServices(database, { config: published }));
  opened.push(behindProxy);
  const config = testConfig(database, { watching: { healthPort: null, tracing: null, metricsToken: TOKEN } });
  withToken = await buildServer(createTestServices(database, { config }));
  opened.push(withToken);
});

it.each(['/healthz', '/api/health', '/api/health/live', '/readyz', '/api/health/ready'])('responds to %s', async (path) => {
  const answer = await api.app.inject(path);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  if (!path.includes('ready')) expect(answer.json()).toEqual({ status: 'live', version: VERSION });
});

it('distinguishes a worker that runs its scheduled tasks from one that does not, on every probe path', async () => {
  let isWorking = true;
  const probes = buildProbeServer(api.services, () => isWorking);
  opened.push(probes);
  expect((await probes.inject('/readyz')).statusCode).toBe(200);
  isWorking = false;
  expectProblem(await probes.inject('/readyz'), 'service_busy');
  expect((await probes.inject('/healthz')).statusCode).toBe(200);
});

it('is ready without live notifications from the database, and reports it with a remedy', async () => {
  const deaf = buildProbeServer({ ...api.services, engine: { isLive: false } }, () => true);
  opened.push(deaf);
  const answer = await deaf.inject('/readyz');
  expect(answer.json()).toEqual({ status: 'ready', live: false, reason: expect.stringContaining('DATABASE_DIRECT_URL') });
  expect((await api.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
});

it.each([
  ['PostgreSQL', '53100'],
  ['the disk', 'ENOSPC'],
])('responds 503 with Retry-After if %s is full, and is not ready then', async (_whose, code) => {
  const services = createTestServices(database);
  const app = await buildServer(services);
  opened.push(app);
  app.post('/full', () => {
    throw new Error('insert into drafts', { cause: Object.assign(new Error('No space left on device'), { code }) });
  });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  const answer = await app.inject({ method: 'POST', url: '/full' });
  expectProblem(answer, 'storage_full');
  expect(answer.headers['retry-after']).toBe('30');
  expectProblem(await app.inject('/readyz'), 'storage_full');
});

it('announces the end of connections during shutdown', async () => {
  const app = await buildWeb(api.services);
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/slow', async () => {
    begun.resolve();
    await goOn.promise;
    return 'done';
  });
  app.addHook('preClose', async () => goOn.resolve());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
      get({ port, path, agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '' }));
      }).on('error', reject);
    });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'keep-alive' });
  const answer = ask('/slow');
  await begun.promise;
  const closing = app.close();
  expect(await answer).toEqual({ status: 200, connection: 'close' });
  await closing;
  agent.destroy();
});

it('serves metrics only to this machine, or only with the token if one is set', async () => {
  const ask = (app: HttpServer, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/api/metrics', headers, remoteAddress });
  expect((await ask(api.app, {})).statusCode).toBe(200);
  expectProblem(await ask(api.app, { 'x-forwarded-for': '127.0.0.1' }), 'unauthenticated');
  expectProblem(await ask(api.app, {}, '203.0.113.7'), 'unauthenticated');
  // A proxy on this machine need not say that it is one.
  expectProblem(await ask(behindProxy, {}), 'unauthenticated');
  expectProblem(await ask(behindProxy, { host: '127.0.0.1:4000' }), 'unauthenticated');
  expectProblem(await ask(withToken, {}), 'unauthenticated');
  expectProblem(await ask(withToken, { authorization: 'Bearer a-token-for-who-guesses' }), 'unauthenticated');
  expect((await ask(withToken, { authorization: `Bearer ${TOKEN}` }, '203.0.113.7')).statusCode).toBe(200);
});

it('counts waiting, late, unknown and failed work', async () => {
  const { services, clock } = createEngine(database);
  const stage = await givenStage(services);
  await stage.submit();
  const due = await givenQueued(stage);
  const unclear = await givenQueued(stage);
  const em = services.orm.em.fork();
  await em.nativeUpdate(Publication, unclear.publicationId, { state: 'unknown' });
  await em.nativeUpdate(Connection, stage.connection?.id ?? '', { health: 'revoked' });
  await em.execute(`insert into mails (id, sealed_message, is_sent_once, created_at, expires_at) values ('mai_waits', 's', false, ?, ?)`, [
    clock.now(),
    new Date(clock.now().getTime() + 86_400_000),
  ]);
  clock.advance(90_000);
  const app = await buildServer(services);
  opened.push(app);
  const text = (await app.inject('/api/metrics')).body;
  const figure = (name: string) => Number(new RegExp(`^countersign_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(due.publicationId).not.toBe('');
  expect(figure('jobs_waiting')).toBe(1);
  expect(figure('publications_due')).toBe(1);
  expect(figure('publications_oldest_due_seconds')).toBeGreaterThanOrEqual(90);
  expect(figure('mails_oldest_seconds')).toBe(90);
  expect(figure('publications_for_people')).toBe(1);
  expect(figure('connections_ended')).toBe(1);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/readyz",status_code="200"\} \d/m);
  expect(text).toMatch(/^countersign_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m);
});

it('serves its own metrics while the database is down, and logs that once, without a stack', async () => {
  const lines: { level: number; reason?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const away = createOrm({ url: 'postgresql://cs@127.0.0.1:1/nothing', poolSize: 1 });
  const lastUses = createLastUses(away);
  lastUses.noteKey('key_1', new Date());
  const app = await buildServer({ ...createTestServices(database), log, orm: away, lastUses });
  opened.push(app);
  for (let count = 0; count < 5; count += 1) expectProblem(await app.inject('/readyz'), 'database_unavailable');
  const { statusCode, body } = await app.inject('/api/metrics');
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^countersign_database_up 0$/m);
  expect(body).toMatch(/^countersign_disk_free_bytes (\d{6,}|\+Inf)$/m);
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(body).not.toContain('countersign_jobs_waiting');
  // Then the worker's rounds have ended too; that is not what to look for.
  const probes = buildProbeServer({ ...api.services, orm: away }, () => false);
  opened.push(probes);
  expectProblem(await probes.inject('/readyz'), 'database_unavailable');
  // Closing writes when keys were last used.
  await app.close();
  expect(lines).toMatchObject([{ level: 40, event: 'outage_began', reason: 'connect ECONNREFUSED 127.0.0.1:1' }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  await away.close();
});

it('logs a full disk once, including background writes', async () => {
  const lines: { level: number; reason?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  const services = createTestServices(database);
  const app = await buildServer({ ...services, log, lastUses: { ...services.lastUses, write: () => Promise.reject(full) } });
  opened.push(app);
  await app.ready();
  await app.close();
  expect(lines).toMatchObject([{ level: 40, event: 'outage_began', reason: full.message }]);
});

it('exposes every metric that the alert rules and the dashboard read', async () => {
  const app = await buildServer(createTestServices(database));
  opened.push(app);
  const exposed = new Set([...(await app.inject('/api/metrics')).body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const folder = join(import.meta.dirname, '../../../docs/deploy/monitoring');
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const named = readFileSync(join(folder, file), 'utf8').match(/\b(?:countersign|http|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')).filter((name) => !exposed.has(name))).toEqual([]);
  }
});

it('logs the caller of each request, and no probes', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = await buildServer({ ...api.services, log });
  opened.push(app);
  await app.inject({ url: '/api/v1/drafts', headers: { authorization: `Bearer ${api.agent.key}` } });
  await app.inject('/readyz');
  await app.inject('/api/metrics');
  expect(lines.at(-1)).toMatchObject({
    path: '/api/v1/drafts',
    accountId: api.home.accountId,
    workspaceId: api.home.workspaceId,
    agentId: expect.stringMatching(/^agt_/),
  });
});

it('counts the responses of platforms, and how late posts were sent', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { publicationId } = await givenQueued(stage);
  const read = async (line: string) =>
    Number(new RegExp(`^countersign_publication_${line} (\\S+)$`, 'm').exec((await api.app.inject('/api/metrics')).body)?.[1] ?? 0);
  const lines = ['outcomes_total{platform="sandbox",outcome="published"}', 'lateness_seconds_count{platform="sandbox"}'].map((line) =>
    line.replaceAll(/[{}]/g, '\\$&'),
  );
  const before = await Promise.all(lines.map(read));
  expect(await engine.deliver(publicationId)).toBe('published');
  expect(await Promise.all(lines.map(read))).toEqual(before.map((count) => count + 1));
});
