import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { openDatabase } from './open-database.ts';
import { createOrm } from './orm.ts';

const log = createLog({ logLevel: 'silent' });

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'open-database-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const pidFile = (): string => join(dataDir, 'postgres', 'postmaster.pid');
const postmaster = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

it('leaves a database that DATABASE_URL names to others: nothing is embedded then', async () => {
  const url = 'postgres://app@db.example.org/posts';
  const database = await openDatabase({ databaseUrl: url, databaseDirectUrl: null, dataDir }, log);
  expect(database.url).toBe(url);
  await database.leave();
  await database.close();
  expect(existsSync(pidFile())).toBe(false);
});

it('restarts the embedded database when it was killed, on the same address, and stops it at the end', async () => {
  const database = await openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir }, log);
  const orm = createOrm({ url: database.url });
  const reasons: Error[] = [];
  database.supervise(orm, (reason) => reasons.push(reason));
  await orm.em.fork().execute('create table kept (id int)');

  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  const isBack = async () => {
    expect(postmaster()).not.toBe(killed);
    expect(await orm.em.fork().execute('select count(*)::int as count from kept')).toEqual([{ count: 0 }]);
  };
  await vi.waitFor(isBack, { timeout: 60_000, interval: 100 });

  await database.leave();
  await orm.close();
  await database.close();
  expect(reasons).toEqual([]);
  expect(existsSync(pidFile())).toBe(false);
});

it('does not start it again after the supervision has ended', async () => {
  const database = await openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir }, log);
  const orm = createOrm({ url: database.url });
  database.supervise(orm, () => undefined);
  await database.leave();
  await orm.close();
  await database.close();
  await database.close();
  expect(existsSync(pidFile())).toBe(false);
});

it('serves seven long-running processes, refuses an eighth with a message, and gives a freed slot to another', async () => {
  const eight = await Promise.all(
    Array.from({ length: 8 }, () => openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataDir }, log)),
  );
  const [first, ...others] = eight;
  const eighth = others.pop();
  for (const database of [first, ...others]) await database?.takePlace();
  await expect(eighth?.takePlace()).rejects.toThrow(/^Seven processes use the embedded database already.* or set DATABASE_URL/);
  await first?.close();
  await eighth?.takePlace();
  for (const database of [...others, eighth]) await database?.close();
});
