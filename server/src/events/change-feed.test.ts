import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startRefusingDatabase } from '../testing/servers/refusing-database.ts';
import { createChangeFeed } from './change-feed.ts';

it('leaves no connection behind at a standby, which takes no LISTEN', async () => {
  const standby = await startRefusingDatabase();
  const feed = createChangeFeed(() => standby.url, pino({ level: 'silent' }));
  for (let round = 0; round < 3; round += 1) await expect(feed.listen(() => undefined)).rejects.toThrow('during recovery');
  expect(standby.refused()).toBe(3);
  await expect.poll(() => standby.open()).toBe(0);
  await standby.close();
});
