import { wrap } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { User } from '../access/user.entity.ts';
import { createLog } from '../log.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createOrm } from './orm.ts';
import { query } from './reading/query.ts';

const database = useTestDatabase();
const another = useTestDatabase();

it('finds rows by their index with a plan that was made while the table was almost empty', async () => {
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

it('two ORMs share the same entities, discovered once, and each reads its own database', async () => {
  const { accountId } = await givenWorkspace(createTestServices(database));
  const here = await database.orm.em.fork().findOneOrFail(Account, { id: accountId });
  const there = await another.orm.em.fork().find(Account, {});
  expect([here.state, there]).toEqual(['approved', []]);
  expect(another.orm.em.getMetadata()).toBe(database.orm.em.getMetadata());
});

it('logs a refused row without its values', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const { userId } = await givenUser(services, accountId);
  const person = await database.orm.em.fork().findOneOrFail(User, { id: userId });
  const { email } = person;
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  const refusals = [
    (em: EntityManager) => em.insert(User, { ...wrap(person).toPOJO(), id: 'usr_again' } as never),
    (em: EntityManager) =>
      query(em, "insert into users select (jsonb_populate_record(u, jsonb_build_object('id', $1::text))).* from users u where id = $2", [
        'usr_more',
        userId,
      ]),
  ];
  for (const refusal of refusals) {
    const error: unknown = await refusal(database.orm.em.fork()).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain(email);
    log.error({ err: new Error('It failed', { cause: error }) }, 'unexpected');
    log.error({ err: error }, 'unexpected');
  }
  expect(lines).toHaveLength(2 * refusals.length);
  expect(lines.join()).not.toContain(email);
});
