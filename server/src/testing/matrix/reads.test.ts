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

interface Found {
  asked: number;
  answered: number;
  /** The tables of which a row had changed, each with what was asked where it is known. */
  changed: string[];
}

/** Asks for all of it by each of them in turn. Where a row had changed after that, each question once more, to name it. */
async function askAll(asks: Ask[], callers: Caller[]): Promise<Found> {
  const found = await changing(async () => {
    const answers = await askByEach(asks, callers);
    return { asked: answers.length, answered: answers.filter(Boolean).length };
  });
  if (found.changed.length === 0 || asks.length === 1) return found;
  for (const ask of asks) {
    const { changed } = await changing(() => askByEach([ask], callers));
    if (changed.length > 0) found.changed.push(`${changed.join(', ')}: ${JSON.stringify(ask)}`);
  }
  return found;
}

async function changing<T>(work: () => Promise<T>): Promise<T & { changed: string[] }> {
  const before = await digestRows(database.orm);
  const done = await work();
  const after = await digestRows(database.orm);
  return { ...done, changed: Object.keys(after).filter((table) => after[table] !== before[table]) };
}

/** Whether each of them was answered. */
async function askByEach(asks: Ask[], callers: Caller[]): Promise<boolean[]> {
  const answered: boolean[] = [];
  for (const ask of asks) {
    for (const caller of callers) {
      const { statusCode, body } = await send(app, ask, caller.headers);
      if (statusCode >= 500 || statusCode === 400) throw new Error(`${JSON.stringify(ask)} by ${caller.name}: ${body}`);
      answered.push(statusCode < 300 && !body.startsWith('{"errors"'));
    }
  }
  return answered;
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
  expect(changed.filter((change) => !change.startsWith('attempt_windows'))).toEqual([]);
});

it('when keys were used is written down by the process itself, apart from any request', async () => {
  const before = await digestRows(database.orm);
  await services.lastUses.write();
  const after = await digestRows(database.orm);
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['api_keys']);
});
