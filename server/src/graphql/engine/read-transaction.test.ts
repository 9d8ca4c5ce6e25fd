import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { REQUESTS_AT_ONCE } from '../../db/request-concurrency.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { beginReading, endReading } from './read-transaction.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
const DOCUMENT = parse('{ viewer { id } }');
const READ = getOperationAST(DOCUMENT) as OperationDefinitionNode;

const readerOf = (services: Services, actor: Actor) => ({ orm: services.orm, actor, em: forkFor(services.orm, actor), leaveTurn: null });

it('responds even if the connection is lost after the last read', async () => {
  const { services } = createEngine(database);
  const { agent } = await givenStage(services);
  const ctx = readerOf(services, agent);
  await beginReading(ctx, DOCUMENT, READ);
  const [own] = await ctx.em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  await services.orm.em.fork().execute('select pg_terminate_backend(?, 5000)', [own?.pid]);
  await endReading(ctx);
  expect(ctx.em.isInTransaction()).toBe(false);
});

it.each(['{ viewer { id } }', '{ ...root } fragment root on Query { viewer { id } }'])(
  'delays one customer who floods it with %s, and not another',
  async (source) => {
    const { services } = createEngine(database);
    const [flooding, other] = [await givenStage(services), await givenStage(services)];
    const document = parse(source);
    const order: string[] = [];
    const read = async (name: string, actor: Actor) => {
      const ctx = readerOf(services, actor);
      await beginReading(ctx, document, getOperationAST(document) as OperationDefinitionNode);
      order.push(name);
      await ctx.em.execute('select 1');
      await endReading(ctx);
    };
    const flood = Array.from({ length: 10 * REQUESTS_AT_ONCE }, () => read('flood', flooding.agent));
    await Promise.all([...flood, read('other', other.agent)]);
    // Not after the flood; a connection of its own may have to be opened first.
    expect(order.indexOf('other')).toBeLessThan(5 * REQUESTS_AT_ONCE);
  },
);

it('takes neither slot nor transaction for a query that opens transactions of its own', async () => {
  const { services } = createEngine(database);
  const { agent } = await givenStage(services);
  const document = parse('{ viewer { id } ...report } fragment report on Query { auditReport(workspaceId: "wsp_1") { isConsistent } }');
  const ctx = readerOf(services, agent);
  await beginReading(ctx, document, getOperationAST(document) as OperationDefinitionNode);
  expect([ctx.leaveTurn, ctx.em.isInTransaction()]).toEqual([null, false]);
});

it.each([
  'query ($id: ID!) { workspace(id: $id) { id } }',
  'query ($id: ID!) { workspace(id: $id) { id } draft(id: "drf_unknown") { id } }',
  'query ($id: ID!) { workspace(id: $id) { id } grantRequest(requestId: "unknown") { __typename } }',
  'mutation ($id: ID!) { one: pauseWorkspace(workspaceId: $id) { id } two: resumeWorkspace(workspaceId: $id) { id } }',
])('frees its slot after %s', async (operation) => {
  const { services, ask, browserOf } = graphql;
  const { accountId, workspaceId } = await givenWorkspace(services);
  const caller = browserOf(await givenUser(services, accountId));
  for (let number = 0; number < 2 * REQUESTS_AT_ONCE; number += 1) await ask(caller, operation, { id: workspaceId });
  const { data } = await ask(caller, 'query ($id: ID!) { workspace(id: $id) { id } }', { id: workspaceId });
  expect(data).toEqual({ workspace: { id: workspaceId } });
});
