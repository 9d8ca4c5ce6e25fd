import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { type Ask, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import type { Subject } from './subject-parts.ts';
import { graphqlTrials, restTrials, type Trial } from './trials.ts';

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

/** Callers of the ordinary account who get as far as the lookup of an id. */
const curious = (): Caller[] =>
  world.callers.filter(({ kind, place, dead, home }) => kind !== 'anonymous' && place === 'own' && !dead && home === 'ordinary');

/**
 * One caller of each kind and role that the operation treats alike, allowed or refused: refused callers must not
 * learn more from a foreign id.
 */
function curiousOf(trial: Trial): Caller[] {
  const alike = curious().map((caller): [string, Caller] => [`${caller.kind} ${caller.role} ${trial.expected(caller)}`, caller]);
  return [...new Map(alike).values()];
}

/** Replaces one of the caller's own ids in a request by a foreign one of the same kind. */
function* foreignOf(ask: Ask, caller: Caller): Generator<{ own: string; foreign: string }> {
  const text = JSON.stringify(ask);
  // Another workspace of the account is foreign to an agent and not to people.
  const others = caller.kind === 'agent' ? [world.foreign, world.sibling] : [world.foreign];
  for (const key of Object.keys(world.shared.ordinary) as (keyof Subject)[]) {
    const own = world.shared.ordinary[key];
    if (typeof own !== 'string' || !text.includes(own)) continue;
    for (const other of others) if (other[key] !== own) yield { own, foreign: other[key] as string };
  }
}

/** The whole response, except for the requested id and the request's id. */
async function answerTo(ask: Ask, own: string, id: string, caller: Caller): Promise<string> {
  const changed = JSON.parse(JSON.stringify(ask).replaceAll(own, id)) as Ask;
  const { statusCode, headers, body } = await send(app, changed, caller.headers);
  const { 'x-request-id': requestId, date: _date, ...rest } = headers;
  return JSON.stringify({ statusCode, rest, body }).replaceAll(id, '<id>').replaceAll(String(requestId), '<request>');
}

async function probe(trial: Trial, caller: Caller): Promise<{ probes: number; leaks: string[] }> {
  const ask = trial.ask(world.shared.ordinary, caller);
  const leaks: string[] = [];
  let probes = 0;
  for (const { own, foreign } of foreignOf(ask, caller)) {
    const unknown = /^[0-9a-f]{64}$/.test(own) ? own.replace(/./g, 'a') : `${own.slice(0, 4)}${randomUUID()}`;
    const answer = await answerTo(ask, own, foreign, caller);
    const expected = await answerTo(ask, own, unknown, caller);
    probes += 1;
    if (answer !== expected) leaks.push(`${trial.name} by ${caller.name} tells ${foreign} from ${unknown}:\n${answer}\n${expected}`);
  }
  return { probes, leaks };
}

it('responds to a foreign id exactly as to a missing one', async () => {
  const found = { probes: 0, leaks: [] as string[] };
  for (const trial of [...restTrials, ...graphqlTrials]) {
    for (const caller of curiousOf(trial)) {
      const { probes, leaks } = await probe(trial, caller);
      found.probes += probes;
      found.leaks.push(...leaks);
    }
  }
  console.info(`K8 foreign ids: ${found.probes} probes, ${found.leaks.length} leaks`);
  expect(found.leaks).toEqual([]);
  expect(found.probes).toBeGreaterThanOrEqual(300);
});
