import { type GraphQLField, type GraphQLNamedType, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/http-server.ts';
import { buildWeb } from '../../web.ts';
import { digestRows } from '../api.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { type Ask, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import { givenSubject, type Subject } from './subject.ts';
import { restTrials, schema } from './trials.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
let world: World;

beforeAll(async () => {
  services = createTestServices(database);
  app = await buildWeb(services);
  world = await givenWorld(services);
  // When a key or a session was last used is noted once a minute at the most, whatever it was used for; the clock stands still.
  for (const caller of world.callers) await send(app, viewer, caller.headers);
});
afterAll(() => app?.close());

const viewer: Ask = { method: 'POST', url: '/api/graphql', headers: {}, body: { query: '{ viewer { __typename } }' } };

/** How many levels of objects are asked for below a field of a field of Query. */
const DEPTH = 4;

/** Every field that needs no argument, and their fields in turn. */
function selectionOf(type: GraphQLNamedType, depth: number, path: readonly string[] = []): string {
  if (isLeafType(type)) return '';
  if (!isObjectType(type)) return ' { __typename }';
  const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const wanted = fields.filter(
    (field) => isLeafType(getNamedType(field.type)) || (depth > 0 && !path.includes(getNamedType(field.type).name)),
  );
  return ` { __typename ${wanted.map((field) => field.name + selectionOf(getNamedType(field.type), depth - 1, [...path, type.name])).join(' ')} }`;
}

/** One query for each field of what the field of Query gives, so that none is too large to be answered. */
function queriesOf(field: GraphQLField<unknown, unknown>, variables: Record<string, unknown>): Ask[] {
  const args = field.args.filter(({ name }) => name in variables);
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const type = getNamedType(field.type);
  const parts = isObjectType(type) ? Object.values(type.getFields()).filter((part) => !part.args.some(isRequiredArgument)) : [];
  return parts.map((part) => ({
    method: 'POST',
    url: '/api/graphql',
    headers: {},
    body: {
      query: `query${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} { ${part.name}${selectionOf(getNamedType(part.type), DEPTH, [type.name])} } }`,
      variables,
    },
  }));
}

/** Asks for all of it and tells which of the answers came with a changed row. */
async function askAll(asks: Ask[], callers: Caller[]): Promise<{ asked: number; changed: string[]; answered: number }> {
  const found = { asked: 0, changed: [] as string[], answered: 0 };
  let before = await digestRows(database.orm);
  for (const ask of asks) {
    for (const caller of callers) {
      const response = await send(app, ask, caller.headers);
      found.asked += 1;
      if (response.statusCode < 300 && !response.body.startsWith('{"errors"')) found.answered += 1;
      if (response.statusCode >= 500 || response.statusCode === 400)
        throw new Error(`${JSON.stringify(ask)} by ${caller.name}: ${response.body}`);
      const after = await digestRows(database.orm);
      const tables = Object.keys(after).filter((table) => after[table] !== before[table]);
      if (tables.length > 0) found.changed.push(`${tables.join(', ')}: ${JSON.stringify(ask)} by ${caller.name}`);
      before = after;
    }
  }
  return found;
}

const readers = (): Caller[] =>
  world.callers.filter(({ name }) =>
    ['agent with every scope', 'agent of a foreign workspace', 'owner, fresh', 'approver', 'viewer', 'operator', 'nobody'].includes(name),
  );

it('no GET of the API changes a row', async () => {
  const asks = restTrials.filter(({ isReading }) => isReading).map((trial) => trial.ask(world.shared.ordinary, world.callers[0] as Caller));
  const others = ['/api/openapi.json', '/api/health/live', '/api/health/ready', '/.well-known/oauth-authorization-server'].map(
    (url): Ask => ({ method: 'GET', url, headers: {} }),
  );
  const { asked, answered, changed } = await askAll([...asks, ...others], readers());
  console.info(`K6 reading, REST: ${asked} GETs, ${answered} answered, ${changed.length} changed a row`);
  expect(changed).toEqual([]);
});

/** Everything that can be asked for below one field of Query. */
function queriesBelow(name: string, subject: Subject): Ask[] {
  const field = schema.getQueryType()?.getFields()[name];
  const rules = [GRAPHQL_RULES[`Query.${name}`] ?? []].flat();
  return field ? rules.flatMap((rule) => queriesOf(field, rule.variables?.(subject, world.callers[0] as Caller) ?? {})) : [];
}

it('no query of GraphQL changes a row', async () => {
  const names = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name !== 'grantRequest');
  const asks = names.flatMap((name) => queriesBelow(name, world.shared.ordinary));
  const { asked, answered, changed } = await askAll(asks, readers());
  console.info(
    `K6 reading, GraphQL: ${asks.length} queries by ${readers().length} callers, ${asked} asked, ${answered} answered, ${changed.length} changed a row`,
  );
  expect(changed).toEqual([]);
});

it('looking at a request for access changes nothing either, save for the count of tries', async () => {
  const [owner] = readers().filter(({ kind, place }) => kind === 'person' && place === 'own');
  if (!owner?.sessionId || !owner.userId) throw new Error('There is no owner.');
  const asker = { sessionId: owner.sessionId, userId: owner.userId };
  const own = await givenSubject(services, world.homes.ordinary, { asker, uses: new Set(['requestId']) });
  const mine = await askAll(queriesBelow('grantRequest', own), [owner]);
  const others = await askAll(queriesBelow('grantRequest', world.shared.ordinary), readers());
  const changed = [...mine.changed, ...others.changed];
  expect(changed.filter((change) => !change.startsWith('attempt_windows:'))).toEqual([]);
});
