import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices, testConfig } from '../test-services.ts';
import { restOperations } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import { ENDPOINT_RULES, type EndpointRule } from './endpoint-rules.ts';

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
let world: World;

beforeAll(async () => {
  const config = testConfig(database);
  services = createTestServices(database, { config: { ...config, people: { ...config.people, secondFactor: 'owners' } } });
  app = await buildWeb(services);
  world = await givenWorld(services);
});
afterAll(() => app?.close());

function send(name: string, rule: EndpointRule, caller: Caller): Promise<LightMyRequestResponse> {
  const [method, path = ''] = name.split(' ') as ['GET' | 'POST', string];
  const subject = world.shared[caller.home];
  const { body, form, query } = rule.request(subject);
  const url = rule.jobId ? path.replace('{job_id}', subject.jobId) : path;
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...type, ...caller.headers },
    ...(query && { query }),
    ...(body && { payload: body }),
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
}

function outcomeOf(response: LightMyRequestResponse): string {
  if (response.statusCode < 300) return 'ok';
  const { error, code } = response.json();
  return error ?? code ?? `HTTP ${response.statusCode}`;
}

/** Every path of the API that the OpenAPI document leaves out, for these are no operations of agents. */
async function hiddenPaths(): Promise<string[]> {
  const described = await restOperations(app);
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  const found: string[] = [];
  const stack: string[] = [];
  for (const line of lines) {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
    const depth = indent.length / 4;
    stack.length = Math.max(0, depth - 1);
    stack.push(part);
    const path = stack.join('').replace(/:(\w+)/g, '{$1}');
    for (const method of methods.split(', ')) if (/^(GET|POST|PATCH|DELETE)$/.test(method)) found.push(`${method} ${path}`);
  }
  return found.filter((name) => / \/api\/(export$|(account|auth|oauth|evidence|audit|client)\/)/.test(name) && !described.includes(name));
}

it('has an expectation for every way in, and for nothing else', async () => {
  expect(Object.keys(ENDPOINT_RULES).sort()).toEqual((await hiddenPaths()).sort());
});

it('responds to every caller exactly as expected', async () => {
  const wrong: string[] = [];
  let wrongAllows = 0;
  for (const [name, rule] of Object.entries(ENDPOINT_RULES)) {
    for (const caller of world.callers) {
      await services.orm.em.fork().execute('delete from attempt_windows');
      const outcome = outcomeOf(await send(name, rule, caller));
      const expected = rule.expected(caller);
      if (outcome !== expected) wrong.push(`${name} by ${caller.name}: ${outcome}, not ${expected}`);
      if (outcome === 'ok' && expected !== 'ok') wrongAllows += 1;
    }
  }
  const cells = Object.keys(ENDPOINT_RULES).length * world.callers.length;
  console.info(`K8 ways in: ${cells} cells, ${wrongAllows} wrong allows, ${wrong.length} other than expected`);
  expect(wrong).toEqual([]);
});
