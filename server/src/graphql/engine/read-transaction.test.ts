import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { beginReading, endReading } from './read-transaction.ts';

const database = useTestDatabase();
const READ = getOperationAST(parse('{ me { id } }')) as OperationDefinitionNode;

it('responds even if the connection is lost after the last read', async () => {
  const { services } = createEngine(database);
  const { agent } = await givenStage(services);
  const ctx = { em: forkFor(services.orm, agent) };
  await beginReading(ctx, READ);
  const [own] = await ctx.em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  await services.orm.em.fork().execute('select pg_terminate_backend(?, 5000)', [own?.pid]);
  await endReading(ctx);
  expect(ctx.em.isInTransaction()).toBe(false);
});
