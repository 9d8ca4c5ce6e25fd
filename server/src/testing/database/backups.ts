import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { createOrm } from '../../db/orm.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { releaseRestore } from '../../publishing/reconciliation/release-restore.ts';
import { createEngine } from '../engine.ts';
import type { TestDatabase } from '../test-database.ts';
import { contextFor, testConfig } from '../test-services.ts';
import { createEmptyDatabase } from './empty-database.ts';

/** Backups of the test's service and their restores, in a folder that is removed with the test file. */
export function useBackups(database: TestDatabase) {
  const undo: (() => Promise<unknown>)[] = [];
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const place = (name: string): string => join(folder, `${name}-${++count}`);
  const masterKey = () => testConfig(database).masterKey.toString('base64');

  /** A running service with its own data folder. */
  function givenService() {
    const engine = createEngine(database);
    Object.assign(engine.services, { config: testConfig(database, { dataDir: place('data') }) });
    const operator = contextFor(engine.services, { kind: 'operator' });
    const backUp = async (withKeys = false) => {
      const to = place('backup');
      return { to, manifest: await writeBackup(operator, { to, withKeys }) };
    };
    return { ...engine, operator, backUp };
  }

  /** Restores into an empty database and starts an engine on it; `before` gets the URL of the still empty database. */
  async function restore(
    from: string,
    env: Record<string, string> = { MASTER_KEY: masterKey() },
    before: (url: string) => Promise<unknown> = async () => {},
  ) {
    const empty = await createEmptyDatabase();
    undo.push(() => empty.drop());
    await before(empty.url);
    const dataDir = place('restored');
    const run = () => restoreBackup({ DATABASE_URL: empty.url, DATA_DIR: dataDir, ...env }, from);
    const restored = await run();
    const orm = createOrm({ url: empty.url });
    undo.push(() => orm.close());
    const engine = createEngine({ url: empty.url, orm, drop: empty.drop });
    const release = () => releaseRestore(contextFor(engine.services, { kind: 'operator' }));
    const find = (id: string) => orm.em.fork().findOneOrFail(Publication, id);
    return { ...engine, restored, again: run, dataDir, release, find };
  }

  return { place, masterKey, givenService, restore };
}
