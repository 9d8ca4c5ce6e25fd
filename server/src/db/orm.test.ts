import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createOrm } from './orm.ts';

const database = useTestDatabase();
const another = useTestDatabase();

it('finds rows by their index with a plan that was made while the table had next to none', async () => {
  const orm = createOrm({ url: database.url, poolSize: 1 });
  try {
    const em = orm.em.fork();
    await em.execute('create table grown (id int primary key) with (autovacuum_enabled = off)');
    await em.execute('insert into grown values (1)');
    await em.execute('analyze grown');
    await em.execute('prepare early (int) as select id from grown where id = $1');
    await em.execute('execute early(1)');
    await em.execute('insert into grown select generate_series(2, 1000)');
    const plan = await em.execute<{ 'QUERY PLAN': string }[]>('explain execute early(500)');
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using grown_pkey/);
  } finally {
    await orm.close();
  }
});

it('two ways to databases know the same entities, found out once, and each reads its own database', async () => {
  const { accountId } = await givenWorkspace(createTestServices(database));
  const here = await database.orm.em.fork().findOneOrFail(Account, { id: accountId });
  const there = await another.orm.em.fork().find(Account, {});
  expect([here.state, there]).toEqual(['approved', []]);
  expect(another.orm.em.getMetadata()).toBe(database.orm.em.getMetadata());
});
