import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startRefusingDatabase } from '../testing/servers/refusing-database.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createChangeFeed, type News } from './change-feed.ts';

const database = useTestDatabase();

it('leaves no connection open on a standby, which does not support LISTEN', async () => {
  const standby = await startRefusingDatabase();
  const feed = createChangeFeed(() => standby.url, pino({ level: 'silent' }));
  for (let round = 0; round < 3; round += 1) await expect(feed.listen(() => undefined)).rejects.toThrow('during recovery');
  expect(standby.refused()).toBe(3);
  await expect.poll(() => standby.open()).toBe(0);
  await standby.close();
});

const CHANGE = { type: 'change', change: { kind: 'draft', workspaceId: 'wsp_1', id: 'drf_1' } };

it('replays recent notifications to a new listener, and reports that earlier ones are unknown', async () => {
  const feed = createChangeFeed(() => database.url, pino({ level: 'silent' }));
  const heardSince = async (sinceMs: number): Promise<News[]> => {
    const heard: News[] = [];
    const leave = await feed.listen((news) => heard.push(news), sinceMs);
    leave();
    return heard;
  };
  expect(await heardSince(1)).toEqual([{ type: 'missed' }]);
  const began = performance.now();
  const sinceBegan = () => performance.now() - began;
  expect(await heardSince(sinceBegan())).toEqual([]);
  await database.orm.em
    .fork()
    .execute(`select pg_notify('countersign_changes', '{"kind": "draft", "workspaceId": "wsp_1", "id": "drf_1"}')`);
  await expect.poll(() => heardSince(sinceBegan())).toEqual([CHANGE]);
  expect(await heardSince(0)).toEqual([]);
  expect(await heardSince(sinceBegan() + 60_000)).toEqual([{ type: 'missed' }]);
});

it('closes its connection at once, even if kept for returning listeners', async () => {
  const feed = createChangeFeed(() => database.url, pino({ level: 'silent' }));
  const lines = async (): Promise<number | undefined> => {
    const own = `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'countersign changes'`;
    return (await database.orm.em.fork().execute<{ count: number }[]>(own))[0]?.count;
  };
  const before = (await lines()) ?? 0;
  (await feed.listen(() => undefined))();
  expect(await lines()).toBe(before + 1);
  await feed.close();
  await expect.poll(lines).toBe(before);
});
