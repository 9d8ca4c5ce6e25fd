import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-postgres.ts';
import { postmasterPid, query, removeTemporaryFolders, runningPid, startHolder, temporaryFolder, until } from './testing/held-postgres.ts';

async function openDatabase(dataDir: string, durable = false): Promise<EmbeddedDatabase> {
  return openEmbeddedDatabase({ dataDir, durable, log: () => undefined });
}

afterAll(removeTemporaryFolders);

describe('an existing cluster', () => {
  let dataDir = '';

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    const database = await openDatabase(dataDir, true);
    await query(database.url, 'create table kept as select 42 as n');
    await database.close();
  });

  async function expectWorkingDatabase(): Promise<string> {
    const database = await openDatabase(dataDir);
    expect(await query(database.url, 'select n from kept')).toEqual([42]);
    await database.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
    return database.url;
  }

  it('has the same URL again, and can be closed twice at once', async () => {
    const database = await openDatabase(dataDir, true);
    await Promise.all([database.close(), database.close()]);
    expect(await expectWorkingDatabase()).toBe(database.url);
  });

  it('is also shared by several in one process', async () => {
    const [first, second] = await Promise.all([openDatabase(dataDir), openDatabase(dataDir)]);
    await first.close();
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.close();
    await expectWorkingDatabase();
  });

  it('survives a killed process, and is adopted by the next one', async () => {
    const holder = startHolder(dataDir);
    const url = await holder.nextLine();
    const pid = await runningPid(dataDir);
    await holder.kill();
    expect(await query(url, 'select 1')).toEqual([1]);
    const database = await openDatabase(dataDir);
    expect(await postmasterPid(dataDir)).toBe(pid);
    await database.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('survives Ctrl-C in the terminal of the process', async () => {
    const holder = startHolder(dataDir);
    const url = await holder.nextLine();
    process.kill(-holder.pid, 'SIGINT');
    await once(holder.child, 'exit');
    expect(holder.child.signalCode).toBe('SIGINT');
    expect(await query(url, 'select 1')).toEqual([1]);
    await expectWorkingDatabase();
  });

  it('starts again after all of postgres was killed', async () => {
    const database = await openDatabase(dataDir, true);
    await query(database.url, 'create table late as select 1 as n');
    process.kill(-(await runningPid(dataDir)), 'SIGKILL');
    await until(async () => (await postmasterPid(dataDir)) === undefined);
    await database.close();
    const again = await openDatabase(dataDir);
    expect(await query(again.url, 'select n from late')).toEqual([1]);
    await again.close();
  });

  it('starts again while processes of a killed postmaster are still busy', async () => {
    const database = await openDatabase(dataDir, true);
    const busy = query(database.url, 'select count(*) from generate_series(1, 8000000)').catch(() => 'lost');
    const running = `select 1 from pg_stat_activity where query like '%8000000%' and pid <> pg_backend_pid()`;
    await until(async () => (await query(database.url, running)).length > 0);
    process.kill(await runningPid(dataDir), 'SIGKILL');
    await expectWorkingDatabase();
    await Promise.all([database.close(), busy]);
  });

  it('starts although postmaster.pid names a process that is now another program', async () => {
    const holder = startHolder(dataDir);
    await holder.nextLine();
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(-(await runningPid(dataDir)), 'SIGKILL');
    await holder.kill();
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    await writeFile(pidFile, [stranger.pid, ...rest].join('\n'));
    await expectWorkingDatabase();
    expect(stranger.kill()).toBe(true);
  });

  it('takes another port when its own is occupied', async () => {
    const { port } = new URL(await expectWorkingDatabase());
    const occupant = createServer().listen(Number(port), '127.0.0.1');
    await once(occupant, 'listening');
    const url = new URL(await expectWorkingDatabase());
    expect(url.port).not.toBe(port);
    expect(JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))).toMatchObject({
      port: Number(url.port),
    });
    await new Promise((resolve) => occupant.close(resolve));
  });

  it('keeps running for another connection until that one leaves', async () => {
    const database = await openDatabase(dataDir);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await database.close();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await expectWorkingDatabase();
  });

  it('is shut down cleanly by a process whose connection was lost', async () => {
    const database = await openDatabase(dataDir);
    const pids = await query(database.url, `select pid from pg_stat_activity where application_name = 'lease'`);
    process.kill(Number(pids[0]), 'SIGKILL');
    await until(async () =>
      query(database.url, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await database.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('is also shut down cleanly while it is still recovering from the loss', async () => {
    const database = await openDatabase(dataDir);
    const pids = await query(database.url, `select pid from pg_stat_activity where application_name = 'lease'`);
    process.kill(Number(pids[0]), 'SIGKILL');
    await database.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('never fails for a process that opens it while others close it', async () => {
    const visit = async (visits: number): Promise<void> => {
      for (let count = 0; count < visits; count += 1) {
        const database = await openDatabase(dataDir);
        expect(await query(database.url, 'select n from kept')).toEqual([42]);
        await database.close();
      }
    };
    const holders = [startHolder(dataDir), startHolder(dataDir)];
    await Promise.all([visit(8), visit(7), visit(6), ...holders.map(async (holder) => holder.nextLine().then(holder.close))]);
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  it('explains with the log of postgres why it does not start', async () => {
    const version = join(dataDir, 'postgres', 'PG_VERSION');
    await writeFile(version, '17\n');
    await expect(openDatabase(dataDir)).rejects.toThrow(/does not start.*initialized by PostgreSQL version 17/s);
    await writeFile(version, '18\n');
    await expectWorkingDatabase();
  });

  it('explains that its password is missing or damaged', async () => {
    const path = join(dataDir, 'postgres.json');
    const settings = await readFile(path, 'utf8');
    await writeFile(path, '{');
    await expect(openDatabase(dataDir)).rejects.toThrow('does not hold the port and password');
    await rm(path);
    await expect(openDatabase(dataDir)).rejects.toThrow('cannot be read');
    await writeFile(path, settings);
    await chmod(path, 0o600);
    await expectWorkingDatabase();
  });
});
