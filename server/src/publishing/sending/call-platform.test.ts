import { pino } from 'pino';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { Publication } from '../publication.entity.ts';
import { workOnPublication } from '../work-on-publication.ts';

const database = useTestDatabase();

it.each([
  ['our database ends in the middle of a call', () => database.orm.em.fork().execute('select pg_terminate_backend(pg_backend_pid())'), 40],
  ['a connector throws', () => Promise.reject(new Error('It should have reported.')), 50],
])('names the cause if %s', async (_name, fail, level) => {
  const lines: { level: number; publicationId: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { services } = createEngine(database, () => ({ publish: () => fail() as never }));
  const { publicationId } = await givenQueued(await givenStage(services));
  const { signal } = new AbortController();
  expect(await workOnPublication({ ...services, log }, publicationId, { signal })).toBe('pending');
  expect(lines).toMatchObject([{ level, publicationId }]);
});

it.each([
  ['renews what expired during a long call, and tries again', true, 'published'],
  ['leaves to a person what was refused before it expired', false, 'pending'],
])('%s', async (_name, isLong, state) => {
  let calls = 0;
  const engine = createEngine(database, () => ({
    refresh: async (credentials) => ({ credentials, expiresAt: new Date(engine.clock.now().getTime() + HOUR_MS).toISOString() }),
    async publish() {
      calls += 1;
      if (calls > 1) return { kind: 'published', providerId: 'post-1', url: null };
      if (isLong) engine.clock.advance(HOUR_MS);
      return { kind: 'unauthorized', message: 'The token has expired.' };
    },
  }));
  const { services, clock, settle } = engine;
  const stage = await givenStage(services);
  const { publicationId } = await givenQueued(stage);
  const { connectionId } = await services.orm.em.fork().findOneOrFail(Publication, publicationId);
  const row = { id: connectionId ?? '' };
  await services.orm.em.fork().nativeUpdate(Connection, row, { expiresAt: new Date(clock.now().getTime() + HOUR_MS) });
  expect((await settle(publicationId)).state).toBe(state);
  const { health } = await services.orm.em.fork().findOneOrFail(Connection, row);
  expect([health, calls]).toEqual(isLong ? ['healthy', 2] : ['revoked', 1]);
});

it('lets the next call say whether a refused account works, if the database ended before it was known', async () => {
  const { orm, publicationId, deliver } = await arrangeRefusal();
  expect(await deliver(publicationId)).toBe('pending');
  const { connectionId } = await orm.em.fork().findOneOrFail(Publication, publicationId);
  expect(await orm.em.fork().findOneOrFail(Connection, connectionId ?? '')).toMatchObject({ health: 'healthy' });
});

/** A post whose network refuses the account, while the row of the account cannot be read. */
async function arrangeRefusal() {
  const { orm } = database;
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      const isLocked = Promise.withResolvers<void>();
      void orm.em.fork().transactional(async (em) => {
        await em.execute('lock table connections');
        isLocked.resolve();
        await expect.poll(() => orm.em.fork().execute(waiting), { interval: 20 }).toHaveLength(1);
        await orm.em.fork().execute(`select pg_terminate_backend(pid) from (${waiting}) held`);
      });
      await isLocked.promise;
      return { kind: 'unauthorized', message: 'The token has expired.' };
    },
  }));
  return { ...engine, orm, ...(await givenQueued(await givenStage(engine.services))) };
}

it('waits until the limit of a day is over, where the network asks for an hour each time, through a passing fault', async () => {
  let end = 0;
  let calls = 0;
  const engine = createEngine(database, () => ({
    async publish() {
      calls += 1;
      if (calls === 7) return { kind: 'unavailable', message: 'It is down.', retryAfterSeconds: null };
      return engine.clock.now().getTime() < end
        ? { kind: 'rate_limited', message: 'As many posts as a day has.', retryAfterSeconds: 3_600 }
        : { kind: 'published', providerId: 'post-1', url: null };
    },
  }));
  const { publicationId } = await givenQueued(await givenStage(engine.services));
  end = engine.clock.now().getTime() + 23 * HOUR_MS;
  await engine.settle(publicationId);
  expect((await engine.settle(publicationId)).state).toBe('published');
});
