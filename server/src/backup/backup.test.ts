import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify-audit.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { createOrm } from '../db/orm.ts';
import { createDiskStore } from '../media/disk-store.ts';
import { sha256Of } from '../media/is-intact.ts';
import { advanceJob } from '../publishing/jobs/advance-job.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { releaseRestore } from '../publishing/settling/release-restore.ts';
import { settleUnknown } from '../publishing/settling/settle-unknown.ts';
import { actAs } from '../testing/actors.ts';
import { type BlueskyServer, startBlueskyServer } from '../testing/bluesky-server.ts';
import { givenBlueskyStage, listBlueskyPosts } from '../testing/bluesky-stage.ts';
import { createEmptyDatabase } from '../testing/empty-database.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, testConfig } from '../testing/test-services.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const database = useTestDatabase();
const undo: (() => Promise<unknown>)[] = [];
let folder: string;
let bluesky: BlueskyServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  bluesky = await startBlueskyServer();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(async () => {
  await bluesky?.stop();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const place = (name: string): string => join(folder, `${name}-${++count}`);
const masterKey = () => testConfig(database).masterKey.toString('base64');

/** The running service, with a data folder of its own. */
function givenService() {
  const engine = createEngine(database);
  Object.assign(engine.services, { config: testConfig(database, { dataDir: place('data') }) });
  const backUp = async (withKeys = false) => {
    const to = place('backup');
    const manifest = await writeBackup(contextFor(engine.services, { kind: 'operator' }), { to, withKeys });
    return { to, manifest };
  };
  return { ...engine, backUp };
}

/** Restored into an empty database, and the engine over it. */
async function restore(from: string, env: Record<string, string> = { MASTER_KEY: masterKey() }) {
  const empty = await createEmptyDatabase();
  undo.push(() => empty.drop());
  const dataDir = place('restored');
  const restored = await restoreBackup({ DATABASE_URL: empty.url, DATA_DIR: dataDir, ...env }, from);
  const orm = createOrm({ url: empty.url });
  undo.push(() => orm.close());
  const engine = createEngine({ url: empty.url, orm, drop: empty.drop });
  const release = () => releaseRestore(contextFor(engine.services, { kind: 'operator' }));
  const find = (id: string) => orm.em.fork().findOneOrFail(Publication, id);
  return { ...engine, restored, dataDir, url: empty.url, release, find };
}

describe('after a restore', () => {
  it('what went out since the back-up is never sent again: platforms are asked, then people, and the rest waits for the release', async () => {
    const account = await bluesky.createAccount('harbour.test', 'a password that nobody uses');
    const service = givenService();
    const stage = await givenBlueskyStage(service.services, bluesky, account, { sandbox: {} });
    const queue = (sourceText: string, platform = 'bluesky') => givenQueued(stage, { sourceText, platforms: [platform] });
    const waiting = await stage.submit({ sourceText: 'Nobody has decided about this.' });
    const over = await queue('The harbour festival opens on Friday.', 'sandbox');
    await service.deliver(over.publicationId);
    const [out, rest] = [await queue('The ferry goes again from Monday.'), await queue('The market moves to the pier.')];
    const blind = [await queue('The lighthouse is open.', 'sandbox'), await queue('The pool is closed.', 'sandbox')];
    const blindIds = blind.map(({ publicationId }) => publicationId);
    // Telegram shows nobody what a bot has written.
    await database.orm.em.fork().nativeUpdate(Publication, { id: { $in: blindIds } }, { platform: 'telegram' });
    const picture = Buffer.from('a picture');
    await createDiskStore(join(service.services.config.dataDir, 'media')).put(stage.accountId, sha256Of(picture), picture);

    const { to, manifest } = await service.backUp();
    expect(await service.deliver(out.publicationId)).toBe('published');
    const posts = () => listBlueskyPosts(bluesky, account.did);
    const before = await posts();

    const again = await restore(to);
    const stateOf = async (id: string) => (await again.find(id)).state;
    expect(again.restored).toMatchObject({ beingAsked: 2, forPeople: 2, unreadableConnections: 0 });
    await expectSameRows(again.services.orm, manifest);
    expect(await createDiskStore(join(again.dataDir, 'media')).read(stage.accountId, sha256Of(picture))).toEqual(picture);
    expect((await again.services.orm.em.fork().findOneOrFail(PublishJob, waiting.job?.id ?? '')).state).toBe('blocked');
    expect(await stateOf(over.publicationId)).toBe('published');

    for (const { publicationId } of [out, rest, ...blind]) await again.deliver(publicationId);
    expect(await again.find(out.publicationId)).toMatchObject({ state: 'published', providerId: before[0]?.uri });
    // What is not there waits, whatever the worker is told.
    for (let round = 0; round < 3; round += 1) expect(await again.deliver(rest.publicationId)).toBeNull();
    expect([await stateOf(rest.publicationId), await posts()]).toEqual(['pending', before]);

    expect(await again.release()).toMatchObject({ restoredAt: null, beingAsked: 0, forPeople: 2 });
    await expect(again.release()).rejects.toMatchObject({ code: 'invalid_state' });
    await actAs(again.services, { kind: 'system' }, (tx) => advanceJob(tx, rest.jobId));
    expect((await again.settle(rest.publicationId)).state).toBe('published');
    expect((await posts()).map(({ record }) => record.text).sort()).toEqual([
      'The ferry goes again from Monday.',
      'The market moves to the pier.',
    ]);

    for (const id of blindIds) expect((await again.settle(id)).state).toBe('unknown');
    const says = (publicationId: string, said: { verdict: 'published' | 'not_published'; link?: string }) =>
      actAs(again.services, stage.owner, (ctx) => settleUnknown(ctx, { publicationId, reason: 'I have looked.', ...said }));
    await says(blindIds[0] ?? '', { verdict: 'published', link: 'https://example.org/1' });
    await says(blindIds[1] ?? '', { verdict: 'not_published' });
    expect(await Promise.all(blindIds.map(stateOf))).toEqual(['published', 'failed']);
    expect((await verifyLedger(contextFor(again.services), stage.accountId)).problems).toEqual([]);
    expect((await verifyAudit(contextFor(again.services))).firstBad).toBeNull();
  }, 60_000);

  async function expectSameRows(orm: typeof database.orm, { tables }: { tables: { name: string; rows: number }[] }) {
    const countIn = async (table: string) => Number((await orm.em.fork().execute(`select count(*) as n from "${table}"`))[0]?.n);
    for (const table of ['accounts', 'drafts', 'payloads', 'approvals', 'api_keys', 'publications']) {
      const rows = tables.find(({ name }) => name === table)?.rows;
      expect(rows).toBeGreaterThan(0);
      expect([table, await countIn(table)]).toEqual([table, rows]);
    }
    // Everybody signs in again.
    expect(await countIn('sessions')).toBe(0);
    // The rules of the tables stand again: what was appended cannot be changed.
    await expect(orm.em.fork().execute('delete from credit_entries')).rejects.toThrow();
  }
});

describe('a back-up', () => {
  it('holds the keys only where that is asked for, and restores without any setting then', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    const secret = masterKey();
    for (const file of await readdir(to, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect((await readFile(join(file.parentPath, file.name))).includes(secret)).toBe(false);
    }
    await expect(restore(to, {})).rejects.toThrow(/does not hold the master key, as it should be. Put the file master.key/);
    const with_ = await service.backUp(true);
    const again = await restore(with_.to, {});
    expect((await readFile(join(again.dataDir, 'master.key'), 'utf8')).trim()).toBe(secret);
  });

  it('is refused under another master key, into a database that is used, and where a file of it was changed', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    await expect(restore(to, { MASTER_KEY: randomBytes(32).toString('base64') })).rejects.toThrow(/not the one of the back-up/);
    await expect(restoreBackup({ DATABASE_URL: database.url, DATA_DIR: place('x'), MASTER_KEY: masterKey() }, to)).rejects.toThrow(
      /something in this database already/,
    );
    await appendFile(join(to, 'tables', 'drafts.copy.gz'), 'x');
    await expect(restore(to)).rejects.toThrow(/drafts.copy.gz is not as it was written/);
    await expect(restore(place('nothing'))).rejects.toThrow(/no whole back-up/);
  });

  it('never takes the place of another', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    const operator = contextFor(service.services, { kind: 'operator' });
    await expect(writeBackup(operator, { to, withKeys: false })).rejects.toThrow(/is there already/);
  });

  it('of a newer program is refused', async () => {
    const { to, manifest } = await givenService().backUp();
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] }));
    await expect(restore(to)).rejects.toThrow(/newer version of the program \(9999-tomorrow\)/);
  });
});
