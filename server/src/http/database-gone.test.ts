import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { NO_LIMITS } from '../config/limits-config.ts';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import { createOrm } from '../db/orm.ts';
import { DomainError } from '../errors.ts';
import { countRows, expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const api = useApi(database);
let admin: ReturnType<typeof createOrm>;
let name: string;
beforeAll(() => {
  admin = createOrm({ url: inject('databaseServerUrl'), poolSize: 1 });
  name = new URL(database.url).pathname.slice(1);
});
afterAll(() => admin.close());

const draft = () => ({ workspace_id: api.home.workspaceId, source_text: 'The harbour opens again.', platforms: ['sandbox'] });
const endConnections = () => admin.em.fork().execute('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [name]);

async function refuseConnections(isRefused: boolean): Promise<void> {
  await admin.em.fork().execute(`alter database ${name} allow_connections ${!isRefused}`);
  if (isRefused) await endConnections();
}

it('responds 503 with Retry-After while the database is down, and recovers when it is back', async () => {
  const key = { 'idempotency-key': 'over-the-gap' };
  await refuseConnections(true);
  for (let i = 0; i < 3; i++) {
    const answers = [
      await api.send('POST', '/api/v1/drafts', draft(), key),
      await api.send('GET', '/api/v1/drafts'),
      await api.app.inject('/api/health/ready'),
      await api.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { email: 'a@b.example', password: 'x' },
      }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 'database_unavailable');
      expect(answer.headers['retry-after']).toBe('2');
    }
  }
  expect((await api.app.inject('/api/health/live')).statusCode).toBe(200);
  await refuseConnections(false);
  expect((await api.app.inject('/api/health/ready')).statusCode).toBe(200);
  expect((await api.send('POST', '/api/v1/drafts', draft(), key)).statusCode).toBe(201);
});

it('knows its callers after a flood during which the database was down', async () => {
  const { masterKey } = api.services.config;
  const config = { ...testConfig(database, { limits: { ...NO_LIMITS, strangers: 3 } }), masterKey };
  const app = await buildServer(createTestServices(database, { config }));
  const read = (authorization: string) => app.inject({ url: '/api/v1/me', headers: { authorization } });
  expect((await read(api.agent.authorization)).statusCode).toBe(200);
  for (let i = 0; i < 4; i++) await read('Bearer nonsense');
  expectProblem(await read('Bearer nonsense'), 'rate_limited');
  await refuseConnections(true);
  expectProblem(await read(api.agent.authorization), 'database_unavailable');
  await refuseConnections(false);
  await expect.poll(async () => (await read(api.agent.authorization)).statusCode).toBe(200);
  await app.close();
});

it('rolls back a request whose connection broke, and serves the next one', async () => {
  await countRows(database.orm);
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => api.send('POST', '/api/v1/drafts', draft())),
    endConnections().then(endConnections).then(endConnections),
  ]);
  const posts = answers.slice(0, 40) as Awaited<ReturnType<typeof api.send>>[];
  for (const answer of posts.filter(({ statusCode }) => statusCode !== 201)) expectProblem(answer, 'database_unavailable');
  expect((await api.send('POST', '/api/v1/drafts', draft())).statusCode).toBe(201);
});

it('responds 503 if nothing listens at the database’s address', async () => {
  const url = new URL(database.url);
  url.port = '1';
  const orm = createOrm({ url: url.href });
  const app = await buildServer(createTestServices(database, { orm, config: testConfig(database) }));
  expectProblem(await app.inject('/api/health/ready'), 'database_unavailable');
  await app.close();
  await orm.close();
});

describe('a fault', () => {
  const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code }, more);
  it.each([
    ['a refused connection', withCode('ECONNREFUSED', { syscall: 'connect' })],
    ['a reset connection', withCode('ECONNRESET')],
    ['several addresses refused', new AggregateError([withCode('ECONNREFUSED')])],
    ['a server that stops', withCode('57P01')],
    ['a broken connection', withCode('08006')],
    ['no free connection', withCode('53300')],
    ['a refused log-in', withCode('55000', { severity: 'FATAL' })],
    ['a pool that waited too long', new Error('timeout exceeded when trying to connect')],
    ['a wrapped one', new Error('select 1 - x', { cause: new Error('Connection terminated unexpectedly') })],
  ])('counts as an unreachable database: %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a refused statement', withCode('23505', { severity: 'ERROR' })],
    ['a missing file', withCode('ENOENT', { syscall: 'open' })],
    ['a refusal of our own', new DomainError('invalid_state')],
    ['no error at all', 'ECONNREFUSED'],
  ])('does not count: %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
