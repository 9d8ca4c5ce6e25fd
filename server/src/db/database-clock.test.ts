import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
afterEach(() => vi.useRealTimers());

it.each([-60_000, 60_000])('follows the database if this machine is %i ms off', async (skew) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew });
  const app = await createApp(testConfig(database));
  const [row] = await database.orm.em.fork().execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  expect(Math.abs(app.services.clock.now().getTime() - Number(row?.ms))).toBeLessThan(30_000);
  await app.close();
});
