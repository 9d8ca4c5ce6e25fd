import { afterAll, beforeAll } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { digestRows } from '../api.ts';
import type { TestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { type Ask, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import { queriesBelow } from './deep-queries.ts';
import { restTrials, schema } from './trials.ts';

/** The readers, and all that can be read. Use its properties inside tests only. */
export interface Reading {
  services: Services;
  world: World;
  /** One of each kind. */
  readers: Caller[];
  /** Sends all requests, each by the callers that `by` returns. */
  askAll(asks: Ask[], by: Readers): Promise<Found>;
}

/** The callers of the request with this index. */
export type Readers = (number: number) => Caller[];

export interface Found {
  asked: number;
  answered: number;
  /** The tables with changed rows, each with the request where known. */
  changed: string[];
}

const READERS = ['agent with every scope', 'agent of a foreign workspace', 'owner, fresh', 'approver', 'viewer', 'operator', 'nobody'];

export function useReading(database: TestDatabase): Reading {
  const reading = {} as Reading;
  let app: HttpServer;
  beforeAll(async () => {
    reading.services = createTestServices(database);
    app = await buildWeb(reading.services);
    reading.world = await givenWorld(reading.services);
    reading.readers = reading.world.callers.filter(({ name }) => READERS.includes(name));
    reading.askAll = (asks, by) => askAll(app, database, asks, by);
  });
  afterAll(() => app?.close());
  return reading;
}

/** Every GET of the API. */
export function everyGet({ world }: Reading): Ask[] {
  const asks = restTrials.filter(({ isReading }) => isReading).map((trial) => trial.ask(world.shared.ordinary, world.callers[0] as Caller));
  const others = ['/api/openapi.json', '/api/health/live', '/api/health/ready', '/.well-known/oauth-authorization-server'].map(
    (url): Ask => ({ method: 'GET', url, headers: {} }),
  );
  return [...asks, ...others];
}

/** Every query of GraphQL with all fields below, except the one that counts callers. */
export function everyQuery({ world }: Reading): Ask[] {
  const names = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name !== 'grantRequest');
  return names.flatMap((name) => queriesBelow(name, world.shared.ordinary, world.callers[0] as Caller));
}

/** If a row changed in the end, each request is repeated, to find the cause. */
async function askAll(app: HttpServer, database: TestDatabase, asks: Ask[], by: Readers): Promise<Found> {
  const found = await changing(database, async () => {
    const answers: boolean[] = [];
    for (const [number, ask] of asks.entries()) answers.push(...(await askByEach(app, ask, by(number))));
    return { asked: answers.length, answered: answers.filter(Boolean).length };
  });
  if (found.changed.length === 0 || asks.length === 1) return found;
  for (const [number, ask] of asks.entries()) {
    const { changed } = await changing(database, () => askByEach(app, ask, by(number)));
    if (changed.length > 0) found.changed.push(`${changed.join(', ')}: ${JSON.stringify(ask)}`);
  }
  return found;
}

async function changing<T>({ orm }: TestDatabase, work: () => Promise<T>): Promise<T & { changed: string[] }> {
  const before = await digestRows(orm);
  const done = await work();
  const after = await digestRows(orm);
  return { ...done, changed: Object.keys(after).filter((table) => after[table] !== before[table]) };
}

/** Whether each of them got a response. */
async function askByEach(app: HttpServer, ask: Ask, callers: Caller[]): Promise<boolean[]> {
  const answered: boolean[] = [];
  for (const caller of callers) {
    const { statusCode, body } = await send(app, ask, caller.headers);
    if (statusCode >= 500 || statusCode === 400) throw new Error(`${JSON.stringify(ask)} by ${caller.name}: ${body}`);
    answered.push(statusCode < 300 && !body.startsWith('{"errors"'));
  }
  return answered;
}
