import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
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
