import { expect, it } from 'vitest';
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
