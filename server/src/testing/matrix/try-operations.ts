import { afterAll, beforeAll } from 'vitest';
import { setAccountState } from '../../access/accounts.ts';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { actAs } from '../actors.ts';
import type { TestDatabase } from '../test-database.ts';
import { createTestServices, testConfig } from '../test-services.ts';
import { outcomeOf, send } from './ask.ts';
import { type Caller, givenWorld, type World } from './callers.ts';
import type { Outcome } from './outcome.ts';
import { givenSubject } from './subject.ts';
import type { Subject } from './subject-parts.ts';
import type { Trial } from './trials.ts';

export interface Operations {
  services: Services;
  app: HttpServer;
  world: World;
}

/**
 * The whole web interface, with mandatory second factors for owners, and all callers. Use its properties inside tests
 * only.
 */
export function useOperations(database: TestDatabase): Operations {
  const operations = {} as Operations;
  beforeAll(async () => {
    const config = testConfig(database);
    operations.services = createTestServices(database, { config: { ...config, people: { ...config.people, secondFactor: 'owners' } } });
    operations.app = await buildWeb(operations.services);
    operations.world = await givenWorld(operations.services);
  });
  afterAll(() => operations.app?.close());
  return operations;
}

/** The callers of an operation; `turn` is its index. */
export type ChooseCallers = (trial: Trial, callers: readonly Caller[], turn: number) => readonly Caller[];

export const everybody: ChooseCallers = (_trial, callers) => callers;

/**
 * One of the callers that an operation treats alike, another one for each operation: the same kind and role, with the
 * same expected result. A permitted one has no more permissions than needed; a refused one has a recent sign-in.
 * Callers with invalid credentials are alike everywhere.
 */
export const oneOfEachKind: ChooseCallers = (trial, callers, turn) => {
  const kinds = new Map<string, Caller[]>();
  for (const caller of callers) {
    const name = kindOf(caller, trial.expected(caller));
    kinds.set(name, [...(kinds.get(name) ?? []), caller]);
  }
  return [...kinds.values()].map((alike) => {
    const telling = alike.filter((caller) => isTelling(caller, trial.expected(caller)));
    const chosen = telling.length > 0 ? telling : alike;
    return chosen[turn % chosen.length] as Caller;
  });
};

function isTelling({ scopes, isFresh = false }: Caller, expected: Outcome): boolean {
  return expected === 'ok' ? !isFresh && scopes.length <= 1 : isFresh;
}

function kindOf({ name, kind, place, home, role, isOperator, dead }: Caller, expected: Outcome): string {
  if (dead) return `${kind}, dead`;
  const isProgram = name.startsWith('integration');
  const standing = place === 'own' && home === 'ordinary' ? role : `${place} ${home} ${isOperator}`;
  return [kind, isProgram, standing, expected].join();
}

/** Sends every trial by all chosen callers, and compares the results with the expected ones. */
export async function tryOperations({ services, app, world }: Operations, trials: Trial[], choose: ChooseCallers) {
  const wrong: string[] = [];
  const tally = { tried: 0, allowed: 0, wrongAllows: 0 };
  let turn = 0;
  for (const trial of trials) {
    if (!trial.follows) turn += 1;
    for (const caller of choose(trial, world.callers, turn)) {
      const expected = trial.expected(caller);
      const subject = await subjectFor({ services, app, world }, trial, caller);
      if (trial.isOffered?.(subject) === false) continue;
      const outcome = outcomeOf(await send(app, trial.ask(subject, caller), caller.headers));
      tally.tried += 1;
      if (expected === 'ok') tally.allowed += 1;
      if (expected !== outcome) wrong.push(`${trial.name} by ${caller.name}: ${outcome}, not ${expected}`);
      if (expected !== 'ok' && outcome === 'ok') tally.wrongAllows += 1;
    }
  }
  const { tried, allowed, wrongAllows } = tally;
  return {
    wrong,
    figures: `${trials.length} forms of operations by ${world.callers.length} callers, ${tried} cells: ${allowed} allowed, ${wrongAllows} wrong allows, ${wrong.length} other than expected`,
  };
}

/** Refused callers change nothing and share a subject; permitted callers get their own. */
async function subjectFor({ services, world }: Operations, trial: Trial, caller: Caller): Promise<Subject> {
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
  const { accountId: ownAccountId } = world.homes[home].workspace;
  const setState = (state: 'approved' | 'suspended') =>
    actAs(services, { kind: 'operator' }, (ctx) => setAccountState(ctx, ownAccountId, state));
  // Nothing can be created in a suspended account, where some things may be ended.
  if (home === 'suspended') await setState('approved');
  const subject = await givenSubject(services, world.homes[home], asker ? { asker, uses } : { uses });
  if (home === 'suspended') await setState('suspended');
  const { accountId, workspaceId } = world.shared[home];
  return { ...subject, accountId, workspaceId };
}
