import { access, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-postgres.ts';
import { openAsOwner } from './service-owner.ts';
import { postmasterPid, query, removeTemporaryFolders, runningPid, startHolder, temporaryFolder, until } from './testing/held-postgres.ts';

const isRoot = process.getuid?.() === 0;
const logged: string[] = [];

async function openDatabase(dataDir: string, durable = false): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase({ dataDir, durable, log: (message) => logged.push(message) });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

afterEach(() => vi.useRealTimers());
afterAll(removeTemporaryFolders);

it('waits for a database that takes long to recover, and says so', async () => {
  const dataDir = await temporaryFolder();
  await (await openDatabase(dataDir)).close();
  vi.useFakeTimers({ toFake: ['Date'] });
  // Its process is running, and begins to be waited for.
  const launched = () => setImmediate(() => vi.setSystemTime(Date.now() + 600_000));
  const said: string[] = [];
  const database = await openEmbeddedDatabase({ dataDir, durable: false, log: () => {}, warn: (message) => said.push(message), launched });
  expect(said).toEqual([expect.stringMatching(/^The embedded database in .* is not ready yet\. .*recover/)]);
  await database.close();
});

describe('the first start', () => {
  it('creates a safe cluster that only this machine and user can reach', async () => {
    const dataDir = await temporaryFolder();
    const began = performance.now();
    const database = await openDatabase(dataDir, true);
    console.log(`first start: ${Math.round(performance.now() - began)} ms`);
    const settings = await query(
      database.url,
      `select current_setting('listen_addresses'), current_setting('unix_socket_directories'), current_setting('fsync'),
        current_setting('server_encoding'), datlocprovider, datlocale, current_setting('timezone'),
        (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'postgres')
        from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual(['127.0.0.1', '', 'on', 'UTF8', 'b', 'C.UTF-8', 'UTC', true]);
    const { password } = new URL(database.url);
    await expect(query(database.url.replace(password, 'wrong'), 'select 1')).rejects.toThrow('password');
    const twice = `create temp table said (words text primary key); insert into said values ('words of a customer'), ('words of a customer')`;
    await expect(query((await openAsOwner(database.url)).url, twice)).rejects.toThrow('duplicate key');
    await database.close();
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/^(?!.*words of a customer).*ERROR: {2}duplicate key/s);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.json', 'postgres.lock', 'postgres.log']);
    for (const file of ['postgres.json', 'postgres.log']) expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    expect(logged.join('\n') + (await readFile(join(dataDir, 'postgres.log'), 'utf8'))).not.toContain(password);
  });

  it('happens once when two processes start at the same time', async () => {
    const dataDir = await temporaryFolder();
    const [first, second] = [startHolder(dataDir), startHolder(dataDir)];
    const [url, otherUrl] = await Promise.all([first.nextLine(), second.nextLine()]);
    expect(otherUrl).toBe(url);
    await first.close();
    expect(await query(url, 'select 1')).toEqual([1]);
    await second.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('starts over if a process was killed while it created the cluster', async () => {
    const dataDir = await temporaryFolder();
    const killed = startHolder(dataDir);
    await until(async () => exists(join(dataDir, 'postgres.new', 'cluster', 'global')));
    await killed.kill();
    expect(await exists(join(dataDir, 'postgres'))).toBe(false);
    const database = await openDatabase(dataDir);
    expect(await query(database.url, 'select 1')).toEqual([1]);
    await database.close();
    expect(await exists(join(dataDir, 'postgres.new'))).toBe(false);
  });

  it.runIf(isRoot)('works for root in a folder that only root may enter', async () => {
    const dataDir = await temporaryFolder(0o700);
    const database = await openDatabase(dataDir);
    await query(database.url, 'create table t as select generate_series(1, 10000) as n');
    await query(database.url, 'create index on t (n)');
    expect(await query(database.url, 'select count(*)::int from t')).toEqual([10_000]);
    const status = await readFile(`/proc/${await runningPid(dataDir)}/status`, 'utf8');
    expect(status).not.toMatch(/^Uid:\s+0/m);
    expect(status).toMatch(/^CapEff:\s+000000000000000[24]$/m);
    await database.close();
  });

  it.runIf(isRoot)('names the remedy if root cannot give postgres access to the folder', async () => {
    const dataDir = await temporaryFolder(0o700);
    const onlyFlock = join(dirname(dataDir), 'bin');
    await mkdir(onlyFlock);
    await symlink('/usr/bin/flock', join(onlyFlock, 'flock'));
    expect(await startHolder(dataDir, { PATH: onlyFlock }).nextLine()).toMatch(/DATA_DIR.*setpriv/s);
  });

  it('names the remedy if there is no flock', async () => {
    const dataDir = await temporaryFolder();
    expect(await startHolder(dataDir, { PATH: '/nonexistent' }).nextLine()).toMatch(/util-linux.*DATABASE_URL/s);
  });
});
