import { expect, it } from 'vitest';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

it('finds an account by its name or by the name of a workspace, however many accounts are newer', async () => {
  const { services } = graphql;
  const { accountId } = await givenWorkspace(services);
  const operator = graphql.browserOf(await givenUser(services, accountId, { isOperator: true }));
  const lighthouse = await givenWorkspace(services, { name: 'Lighthouse Kiosk' });
  for (let count = 0; count < 30; count += 1) await givenWorkspace(services, { name: `Pier ${count}` });
  const find = async (search: string, after: string | null = null) => {
    const query = `query ($search: String, $after: String) { operator { accounts(first: 20, search: $search, after: $after) {
      edges { node { id workspaces { id } } } pageInfo { hasNextPage endCursor } } } }`;
    type Read = { edges: { node: { id: string; workspaces: { id: string }[] } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    const { data } = await graphql.ask<{ operator: { accounts: Read } }>(operator, query, { search, after });
    const { edges, pageInfo } = data.operator.accounts;
    return {
      ids: edges.map(({ node }) => node.id),
      workspaces: edges.flatMap(({ node }) => node.workspaces.map(({ id }) => id)),
      ...pageInfo,
    };
  };
  expect(await find('kiosk light')).toMatchObject({ ids: [lighthouse.accountId], workspaces: [lighthouse.workspaceId] });
  expect((await find(lighthouse.account.name)).ids).toContain(lighthouse.accountId);
  expect((await find('marina')).ids).toEqual([]);
  const first = await find('pier');
  const rest = await find('pier', first.endCursor);
  expect([new Set([...first.ids, ...rest.ids]).size, rest.hasNextPage]).toEqual([30, false]);
});
