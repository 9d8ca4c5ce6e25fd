import type { MikroORM } from '@mikro-orm/postgresql';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Services } from '../context.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildServer, type ServerOptions } from '../http/server.ts';
import { givenAgent, givenWorkspace } from './factories.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestServices } from './test-services.ts';

type Agent = Awaited<ReturnType<typeof givenAgent>>;
type Home = Awaited<ReturnType<typeof givenWorkspace>>;

export interface TestApi {
  app: HttpServer;
  services: Services;
  /** An approved account's workspace and an agent of it with every scope but `publish:auto`. */
  home: Home;
  agent: Agent;
  /** Sends a request as that agent; `headers` win over its own. */
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
}

/** The whole HTTP interface on the test file's database. Read its properties inside tests only. */
export function useApi(
  database: TestDatabase,
  options: { services?: Partial<Services> | (() => Partial<Services>); server?: ServerOptions } = {},
): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    api.services = createTestServices(database, typeof options.services === 'function' ? options.services() : options.services);
    api.app = await buildServer(api.services, options.server);
    api.home = await givenWorkspace(api.services);
    api.agent = await givenAgent(api.services, api.home.workspace);
    api.send = (method, url, body, headers = {}) => {
      const request: InjectOptions = { method, url, headers: { authorization: api.agent.authorization, ...headers } };
      return api.app.inject(body === undefined ? request : withBody(request, body));
    };
  });
  afterAll(() => api.app?.close());
  return api;
}

/** Text and bytes go as they are, everything else as JSON. */
function withBody(request: InjectOptions, body: unknown): InjectOptions {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { ...request, payload, headers: { 'content-type': 'application/json', ...request.headers } };
}

/** The response is a complete problem of this code in the documented format. */
export function expectProblem(response: LightMyRequestResponse, code: ErrorCode): Record<string, unknown> {
  const problem = response.json<Record<string, unknown>>();
  expect(problem).toMatchObject({ code, status: ERRORS[code].status, title: ERRORS[code].message, remedy: expect.stringMatching(/\w/) });
  expect(response.statusCode).toBe(ERRORS[code].status);
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem.type).toMatch(new RegExp(`/api-docs#${code}$`));
  expect(problem.detail).toEqual(expect.any(String));
  expect(problem.request_id).toBe(response.headers['x-request-id']);
  return problem;
}

/** The number of rows in every table: unchanged by a refused request. */
export async function countRows(orm: MikroORM): Promise<Record<string, number>> {
  const em = orm.em.fork();
  const tables = orm.em.getMetadata().getAll();
  const names = [...new Set([...tables.values()].map((meta) => meta.tableName))].filter(Boolean).sort();
  const [row] = await em.execute<Record<string, number>[]>(
    `select ${names.map((name) => `(select count(*)::int from "${name}") as "${name}"`).join(', ')}`,
  );
  return row ?? {};
}

/** A digest of every row of every table: unchanged by a read. */
export async function digestRows(orm: MikroORM): Promise<Record<string, string>> {
  const names = Object.keys(await countRows(orm));
  const [row] = await orm.em
    .fork()
    .execute<Record<string, string>[]>(
      `select ${names.map((name) => `(select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from "${name}" t) as "${name}"`).join(', ')}`,
    );
  return row ?? {};
}
