import { expect, it } from 'vitest';
import { useTestDatabase } from '../test-database.ts';
import { graphqlOperations, restOperations, send } from './ask.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import { REST_RULES } from './rest-rules.ts';
import { INSENSITIVE, SENSITIVE } from './sensitive-mutations.ts';
import { graphqlTrials, mcpTrials, restTrials, schema, type Trial } from './trials.ts';
import { oneOfEachKind, tryOperations, useOperations } from './try-operations.ts';

const operations = useOperations(useTestDatabase());
const isMutation = (name: string): boolean => name.startsWith('Mutation.');

it('has an expectation for every operation of the two interfaces, and for nothing else', async () => {
  expect(Object.keys(REST_RULES).sort()).toEqual((await restOperations(operations.app)).sort());
  expect(Object.keys(GRAPHQL_RULES).sort()).toEqual(graphqlOperations(schema).sort());
});

it('classifies every mutation of the console, and refuses sensitive ones without a recent sign-in', () => {
  const light = Object.values(INSENSITIVE).flat();
  expect([...SENSITIVE, ...light].toSorted()).toEqual(graphqlOperations(schema).filter(isMutation).toSorted());
  const stale = operations.world.callers.filter(({ kind, dead, isFresh }) => kind === 'person' && !dead && !isFresh);
  expect(stale.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const { name, expected } of graphqlTrials.filter(({ name }) => isMutation(name))) {
    // The next test compares these expectations with the responses.
    const told = stale.map((caller) => ({ now: expected(caller), onceShown: expected({ ...caller, isFresh: true }) }));
    const isRefused = told.some(({ now }) => now === 'reauthentication_required');
    const isLetIn = told.some(({ now, onceShown }) => now !== 'reauthentication_required' && (now === 'ok' || now !== onceShown));
    if (SENSITIVE.includes(name) ? !isRefused || isLetIn : isRefused) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

/** Promise K8 in short: the soak test tries every operation with every caller. */
it.each<[string, () => Trial[]]>([
  ['REST', () => restTrials],
  ['GraphQL', () => graphqlTrials],
  ['MCP', () => mcpTrials(operations.app.operations)],
])('%s lets every caller do exactly what they may', async (language, trialsOf) => {
  const trials = trialsOf();
  expect(trials.length).toBeGreaterThan(0);
  const { wrong, figures } = await tryOperations(operations, trials, oneOfEachKind);
  console.info(`K8 least privilege, ${language}: ${figures}`);
  expect(wrong).toEqual([]);
});

it('MCP names all missing scopes of a call before executing it, so the host requests them once', async () => {
  const { app, world } = operations;
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
