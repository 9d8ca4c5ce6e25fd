import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createRiskWatch } from './durability-risks.ts';
import { createOrm } from './orm.ts';

const database = useTestDatabase();
let orm: ReturnType<typeof createOrm>;
beforeAll(() => {
  orm = createOrm({ url: database.url, poolSize: 1 });
});
afterAll(() => orm.close());

/** Shadows PostgreSQL's list of standbys, and lets commits wait for the disk. */
const givenStandbys = (states: string) =>
  orm.em.fork().execute(`create schema if not exists faked;
    create or replace view faked.pg_stat_replication as select unnest('{${states}}'::text[]) as state;
    set search_path = faked, pg_catalog, public; set synchronous_commit = on`);

it('logs a warning about a standby that appears while the service runs, once, and logs when it is gone', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const services = { ...createTestServices(database, { log }), orm };
  const watch = createRiskWatch();
  const look = async (): Promise<string[]> => {
    lines.length = 0;
    await watch(services);
    return [...lines];
  };
  await look();
  await givenStandbys('streaming');
  expect(await look()).toEqual([expect.stringMatching(/^The database has a standby.*none is synchronous/)]);
  expect(await look()).toEqual([]);
  await givenStandbys('backup');
  expect(await look()).toEqual([expect.stringMatching(/^Resolved: The database has a standby/)]);
});
