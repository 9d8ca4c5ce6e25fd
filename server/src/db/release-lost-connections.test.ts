import { expect, it } from 'vitest';
import { startHangingProxy } from '../testing/servers/hanging-proxy.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createOrm } from './orm.ts';

const database = useTestDatabase();

it('keeps its pool whole however often the line breaks in the middle of a transaction', async () => {
  const orm = createOrm({ url: database.url, poolSize: 3 });
  for (let round = 0; round < 3; round += 1) {
    const broken = await Promise.allSettled(
      Array.from({ length: 3 }, () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'))),
    );
    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});

it('ends although a requested connection arrives only then', async () => {
  const proxy = await startHangingProxy(database.url);
  const orm = createOrm({ url: proxy.url });
  proxy.hang();
  const asked = orm.em.fork().execute('select 1');
  const refused = expect(asked).rejects.toThrow();
  await expect.poll(() => proxy.connections()).toBe(1);
  const closed = orm.close();
  proxy.goOn();
  await closed;
  await refused;
  await proxy.close();
});
