import { expect, it } from 'vitest';
import { useTestDatabase } from './test-database.ts';

const database = useTestDatabase();

it('agrees with the entities: the migrations leave nothing to change', async () => {
  const statements = (await database.orm.schema.getUpdateSchemaSQL()).split('\n').filter(Boolean);
  // Triggers and functions stand in the migrations alone; entities know of none.
  expect(statements.filter((statement) => !/^set names|^drop (trigger|function) /.test(statement))).toEqual([]);
});

it('refuses to change or remove what is append-only', async () => {
  const em = database.orm.em.fork();
  await em.execute(
    `insert into audit_entries (id, actor_kind, action, subject_id, details, mac, created_at) values ('aud_1', 'system', 'test.made', 'x', '{}', '', now())`,
  );
  await expect(em.execute(`update audit_entries set action = 'other'`)).rejects.toThrow('append-only');
  await expect(em.execute('delete from audit_entries')).rejects.toThrow('append-only');
});
