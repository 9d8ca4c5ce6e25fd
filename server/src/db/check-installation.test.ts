import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { newSealingSecret, toSealingKey } from '../sealing/sealing-keys.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { checkMasterKey, MIGRATION_LOCK } from './check-installation.ts';

const database = useTestDatabase();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'installation-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const start = async (settings: Partial<Config> = {}) => (await createApp(testConfig(database, { dataDir, ...settings }))).close();

it('starts only with its database’s master key, that of its first start', async () => {
  await start();
  await expect(start({ masterKey: randomBytes(32) })).rejects.toThrow(
    /^The master key is not the one that this database belongs to. Set MASTER_KEY/,
  );
  await start();
});

it('identifies its key even if two first starts overlap', async () => {
  const [first, second] = [database.orm.em.fork(), database.orm.em.fork()];
  const { sealer } = createTestServices(database);
  await first.execute('delete from installations');
  await first.begin();
  await checkMasterKey(first, sealer);
  const checked = checkMasterKey(second, sealer);
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => database.orm.em.fork().execute(waiting)).toHaveLength(1);
  await first.commit();
  await checked;
});

it('leaves a database that a newer program has changed untouched', async () => {
  await database.orm.em.fork().execute(`insert into migrations (name, executed_at) values ('9999-tomorrow', now())`);
  await expect(start()).rejects.toThrow(/changed by a newer version of this program \(9999-tomorrow\)/);
  await database.orm.em.fork().execute(`delete from migrations where name = '9999-tomorrow'`);
  await start();
});

it('waits for the migration of another start for as long as it takes', async () => {
  const em = database.orm.em.fork();
  await em.begin();
  await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const started = start();
  started.catch(() => undefined);
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
  while ((await database.orm.em.fork().execute(waiting)).length === 0) expect(vi.isFakeTimers()).toBe(true);
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  await em.commit();
  await started;
});

it('starts only with the keys of its encrypted values, or if the missing one is declared lost', async () => {
  const [key, newer] = [newSealingSecret(), newSealingSecret()];
  const services = createTestServices(database, { config: testConfig(database, { sealingKeys: { given: [key] } }) });
  const { id, sealedCredentials } = await givenConnectionRow(services, (await givenWorkspace(services)).workspace);
  const missing = new RegExp(
    `^The key ${toSealingKey(key).id} is missing.*connections.* SEALING_KEYS.* LOST_SEALING_KEYS=${toSealingKey(key).id}`,
  );
  for (const given of [[], [newer]]) await expect(start({ sealingKeys: { given } })).rejects.toThrow(missing);
  await start({ sealingKeys: { given: [newer, key] } });
  await start({ lostSealingKeys: [toSealingKey(key).id] });
  await database.orm.em.fork().execute('delete from connections where id = ? and sealed_credentials = ?', [id, sealedCredentials]);
  await start();
});
