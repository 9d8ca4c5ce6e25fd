import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { digestRows } from '../api.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { type Ask, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import { queriesBelow } from './deep-queries.ts';
import { givenSubject } from './subject.ts';
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
});
afterAll(() => app?.close());

/** Asks for all of it and tells after which question, asked by each of them in turn, a row had changed. */
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
    }
    const after = await digestRows(database.orm);
    const tables = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (tables.length > 0) found.changed.push(`${tables.join(', ')}: ${JSON.stringify(ask)}`);
    before = after;
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

it('no query of GraphQL changes a row', async () => {
  const names = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name !== 'grantRequest');
  const asks = names.flatMap((name) => queriesBelow(name, world.shared.ordinary, world.callers[0] as Caller));
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
  const mine = await askAll(queriesBelow('grantRequest', own, owner), [owner]);
  const others = await askAll(queriesBelow('grantRequest', world.shared.ordinary, owner), readers());
  const changed = [...mine.changed, ...others.changed];
  expect(changed.filter((change) => !change.startsWith('attempt_windows:'))).toEqual([]);
});

it('when keys were used is written down by the process itself, apart from any request', async () => {
  const before = await digestRows(database.orm);
  await services.lastUses.write();
  const after = await digestRows(database.orm);
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['api_keys']);
});
