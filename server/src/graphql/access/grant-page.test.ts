import { beforeAll, expect, it } from 'vitest';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

interface Found {
  workspace: {
    grantPage: {
      edges: { node: { id: string; agentName: string; state: string; viewerCan: { manage: boolean; revoke: boolean } } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  };
}
const PAGE = `query ($id: ID!, $first: Int, $after: String, $search: String, $isOpen: Boolean, $kind: GrantKind) {
  workspace(id: $id) { grantPage(first: $first, after: $after, search: $search, isOpen: $isOpen, kind: $kind) {
    edges { node { id agentName state viewerCan { manage revoke } letInBy jobsToday creditsThisMonth keys { id } } } pageInfo { hasNextPage endCursor } } }
}`;

const AGENTS = 30;
let owner: Caller;
let workspaceId: string;
let agents: Awaited<ReturnType<typeof givenAgent>>[];

beforeAll(async () => {
  const { workspace, accountId } = await givenWorkspace(graphql.services);
  const elsewhere = await givenWorkspace(graphql.services);
  await givenAgent(graphql.services, elsewhere.workspace, { name: 'Newsroom of others' });
  workspaceId = workspace.id;
  owner = graphql.browserOf(await givenUser(graphql.services, accountId));
  agents = [];
  for (let count = 0; count < AGENTS; count += 1) {
    agents.push(await givenAgent(graphql.services, workspace, { name: count % 10 === 0 ? `Newsroom Café ${count}` : `Events ${count}` }));
  }
  const em = graphql.services.orm.em.fork();
  await em.execute(`update grants set state = 'revoked', revoked_at = now() where id = ?`, [agents[0]?.grantId]);
  await em.execute(`update grants set expires_at = '2020-01-01' where id = ?`, [agents[1]?.grantId]);
});

async function read(variables: Record<string, unknown>, caller = owner) {
  const { data, errors } = await graphql.ask<Found>(caller, PAGE, { id: workspaceId, ...variables });
  expect(errors).toEqual([]);
  const { edges, pageInfo } = data.workspace.grantPage;
  return { names: edges.map(({ node }) => node.agentName), nodes: edges.map(({ node }) => node), ...pageInfo };
}

it('pages through the agents, newest first, each once', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ first: 7, after });
    seen.push(...page.names);
    after = page.hasNextPage ? page.endCursor : null;
  } while (after !== null);
  expect(seen).toHaveLength(AGENTS);
  expect(new Set(seen).size).toBe(AGENTS);
  expect(seen[0]).toBe('Events 29');
});

it('searches by words of the name or their beginnings, in this workspace only', async () => {
  expect((await read({ search: 'news' })).names).toEqual(['Newsroom Café 20', 'Newsroom Café 10', 'Newsroom Café 0']);
  expect((await read({ search: 'café 10' })).names).toEqual(['Newsroom Café 10']);
  expect((await read({ search: 'others' })).names).toEqual([]);
  expect((await read({ search: '& | !' })).names).toHaveLength(25);
});

it('separates active grants from revoked and expired ones', async () => {
  const ended = { manage: false, revoke: false };
  expect((await read({ isOpen: false })).nodes).toMatchObject([
    { agentName: 'Events 1', state: 'EXPIRED', viewerCan: ended },
    { agentName: 'Newsroom Café 0', state: 'REVOKED', viewerCan: ended },
  ]);
  expect((await read({ isOpen: true, first: 100 })).names).toHaveLength(AGENTS - 2);
  expect((await read({ kind: 'INTEGRATION' })).names).toEqual([]);
  expect((await read({ kind: 'AGENT', first: 100 })).names).toHaveLength(AGENTS);
});

it('shows an agent only its own grant', async () => {
  const { authorization } = agents[5] ?? { authorization: '' };
  expect((await read({ first: 100 }, { authorization })).names).toEqual(['Events 5']);
});

it('costs as many statements for 25 agents as for one', async () => {
  const one = await recordStatements(graphql.services, () => read({ first: 1 }));
  const many = await recordStatements(graphql.services, () => read({ first: 25 }));
  expect(many.length, many.join('\n')).toBe(one.length);
  expect(many.length).toBeLessThanOrEqual(8);
});

it('searches and pages by indexes', async () => {
  const em = graphql.services.orm.em.fork();
  const plan = await em.transactional(async (tx) => {
    await tx.execute('set local enable_seqscan = off');
    return tx.execute<Record<string, string>[]>(
      `explain select id from agents where to_tsvector('simple', name) @@ to_tsquery('simple', 'news:*')`,
    );
  });
  expect(JSON.stringify(plan)).toContain('agents_search_index');
});
