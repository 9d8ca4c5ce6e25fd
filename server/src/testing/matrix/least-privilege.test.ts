import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices, testConfig } from '../test-services.ts';
import { graphqlOperations, outcomeOf, restOperations, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import { REST_RULES } from './rest-rules.ts';
import { givenSubject } from './subject.ts';
import type { Subject } from './subject-parts.ts';
import { graphqlTrials, mcpTrials, restTrials, schema, type Trial } from './trials.ts';
import { LIGHT, WEIGHTY } from './weighty-acts.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

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

const isMutation = (name: string): boolean => name.startsWith('Mutation.');

/** Whoever is refused leaves things as they are; whoever is let in gets some of their own to change. */
async function subjectFor(trial: Trial, caller: Caller): Promise<Subject> {
  const { home, sessionId, userId } = caller;
  const isChanged = !trial.isReading && trial.expected(caller) === 'ok';
  const asker = trial.isPersonal && sessionId && userId ? { sessionId, userId } : undefined;
  if (!isChanged && !asker) return world.shared[home];
  const uses = new Set<string>();
  const recorder = new Proxy(world.shared[home], {
    get(target, key) {
      uses.add(String(key));
      return Reflect.get(target, key);
    },
  });
  trial.ask(recorder, caller);
  // Nothing can be made in a suspended account; what is about the asker alone can be anywhere.
  const subject = await givenSubject(services, world.homes.ordinary, asker ? { asker, uses } : { uses });
  const { accountId, workspaceId } = world.shared[home];
  return { ...subject, accountId, workspaceId };
}

async function tryAll(trials: Trial[]) {
  const wrong: string[] = [];
  let allowed = 0;
  let wrongAllows = 0;
  for (const trial of trials) {
    for (const caller of world.callers) {
      const expected = trial.expected(caller);
      const subject = await subjectFor(trial, caller);
      if (trial.isOffered?.(subject) === false) continue;
      const outcome = outcomeOf(await send(app, trial.ask(subject, caller), caller.headers));
      if (expected === 'ok') allowed += 1;
      if (expected !== outcome) wrong.push(`${trial.name} by ${caller.name}: ${outcome}, not ${expected}`);
      if (expected !== 'ok' && outcome === 'ok') wrongAllows += 1;
    }
  }
  return { wrong, allowed, wrongAllows, tried: trials.length * world.callers.length };
}

it('has an expectation for every operation of the two interfaces, and for nothing else', async () => {
  expect(Object.keys(REST_RULES).sort()).toEqual((await restOperations(app)).sort());
  expect(Object.keys(GRAPHQL_RULES).sort()).toEqual(graphqlOperations(schema).sort());
});

it('names every change of the console weighty or not, and what is weighty is refused to all who might do it until they show who they are', () => {
  const light = Object.values(LIGHT).flat();
  expect([...WEIGHTY, ...light].toSorted()).toEqual(graphqlOperations(schema).filter(isMutation).toSorted());
  const stale = world.callers.filter(({ kind, dead, isFresh }) => kind === 'person' && !dead && !isFresh);
  expect(stale.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const { name, expected } of graphqlTrials.filter(({ name }) => isMutation(name))) {
    // The next test holds whatever is expected here against what is answered.
    const told = stale.map((caller) => ({ now: expected(caller), onceShown: expected({ ...caller, isFresh: true }) }));
    const isRefused = told.some(({ now }) => now === 'reauthentication_required');
    const isLetIn = told.some(({ now, onceShown }) => now !== 'reauthentication_required' && (now === 'ok' || now !== onceShown));
    if (WEIGHTY.includes(name) ? !isRefused || isLetIn : isRefused) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

it.each<[string, () => Trial[]]>([
  ['REST', () => restTrials],
  ['GraphQL', () => graphqlTrials],
  ['MCP', () => mcpTrials(app.operations)],
])('%s lets everybody do exactly what they may', async (language, trialsOf) => {
  const trials = trialsOf();
  expect(trials.length).toBeGreaterThan(0);
  const { wrong, allowed, wrongAllows, tried } = await tryAll(trials);
  console.info(
    `K8 least privilege, ${language}: ${trials.length} forms of operations × ${world.callers.length} callers = ${tried} cells, ${allowed} allowed, ${wrongAllows} wrong allows, ${wrong.length} other than expected`,
  );
  expect(wrong).toEqual([]);
});

it('MCP names all the scopes that a call takes to whoever lacks them, before anything of it is done: its host asks for them once', async () => {
  const [caller] = world.callers.filter(({ name }) => name === 'agent with no scope');
  if (!caller) throw new Error('Every agent has a scope.');
  const [named, taken]: [string[], string[]] = [[], []];
  for (const { name, scopes, ask, isOffered } of mcpTrials(app.operations)) {
    if (isOffered?.(world.shared.ordinary) === false) continue;
    const { headers } = await send(app, ask(world.shared.ordinary, caller), caller.headers);
    const [, challenge = ''] = /scope="([^"]*)"/.exec(String(headers['www-authenticate'])) ?? [];
    named.push(`${name}: ${challenge.split(' ').toSorted()}`);
    taken.push(`${name}: ${scopes.toSorted()}`);
  }
  expect(named).toEqual(taken);
});
