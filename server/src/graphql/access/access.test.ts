import { beforeAll, describe, expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import { newId } from '../../new-id.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let workspace: Workspace;
let submitted: Awaited<ReturnType<typeof givenSubmittedDraft>>;
let agent: Awaited<ReturnType<typeof givenAgent>>;
let connectionId: string;

beforeAll(async () => {
  ({ workspace } = await givenWorkspace(graphql.services));
  ({ id: connectionId } = await givenConnectionRow(graphql.services, workspace));
  submitted = await givenSubmittedDraft(graphql.services, await agentActor(graphql.services, workspace), workspace);
  agent = await givenAgent(graphql.services, workspace, { name: 'Newsroom' });
});

async function signIn(role: 'owner' | 'approver' | 'viewer', options: { isOperator?: boolean } = {}): Promise<Caller> {
  return graphql.browserOf(await givenUser(graphql.services, workspace.accountId, { role, ...options }));
}

async function stranger(): Promise<Caller> {
  const elsewhere = await givenWorkspace(graphql.services);
  return graphql.browserOf(await givenUser(graphql.services, elsewhere.accountId));
}

describe('viewer', () => {
  const VIEWER =
    '{ viewer { id kind name email isOperator workspaces { id viewerCan { decide createDraft manageConnections viewCredits } } } operator { launchSteps { id } } }';

  it('is null when no one is signed in', async () => {
    expect((await graphql.ask({}, VIEWER)).data).toEqual({ viewer: null, operator: null });
  });

  it('is the agent of a key, with its one workspace', async () => {
    const { data } = await graphql.ask({ authorization: agent.authorization }, VIEWER);
    const viewerCan = { decide: false, createDraft: true, manageConnections: false, viewCredits: false };
    expect(data).toEqual({
      viewer: {
        id: agent.grantId,
        kind: 'AGENT',
        name: 'Newsroom',
        email: null,
        isOperator: false,
        workspaces: [{ id: workspace.id, viewerCan }],
      },
      operator: null,
    });
  });

  it.each([
    ['owner', { decide: true, createDraft: true, manageConnections: true, viewCredits: true }],
    ['approver', { decide: true, createDraft: true, manageConnections: false, viewCredits: true }],
    ['viewer', { decide: false, createDraft: false, manageConnections: false, viewCredits: true }],
  ] as const)('returns what a person with the role %s may do', async (role, viewerCan) => {
    const { data } = await graphql.ask<{ viewer: object }>(await signIn(role), VIEWER);
    expect(data.viewer).toMatchObject({ kind: 'USER', workspaces: [{ id: workspace.id, viewerCan }] });
  });
});

describe('an object of another account', () => {
  const READ = `query Read($workspace: ID!, $draft: ID!, $approval: ID!, $job: ID!) {
    workspace(id: $workspace) { id } draft(id: $draft) { id } approval(id: $approval) { id } publishJob(id: $job) { id }
  }`;
  const nothing = { workspace: null, draft: null, approval: null, publishJob: null };
  const names = () => ({ workspace: workspace.id, draft: submitted.draft.id, approval: submitted.approval.id, job: submitted.job.id });

  it('is null, like a missing one', async () => {
    const caller = await stranger();
    const unknown = Object.fromEntries(
      Object.entries(names()).map(([noun, id]) => [noun, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`]),
    );
    for (const variables of [names(), unknown, { workspace: '', draft: 'x', approval: "' or 1=1", job: '%' }]) {
      const { data, errors } = await graphql.ask(caller, READ, variables);
      expect(errors).toEqual([]);
      expect(data).toEqual(nothing);
    }
  });

  it('is null for a key of another workspace of the same account', async () => {
    const em = graphql.services.orm.em.fork();
    const other = em.create(Workspace, { id: newId('wsp'), accountId: workspace.accountId, name: 'Other', createdAt: new Date() });
    await em.flush();
    const { authorization } = await givenAgent(graphql.services, other);
    expect((await graphql.ask({ authorization }, READ, names())).data).toEqual(nothing);
  });

  it.each([
    ['cancelPublishJob(jobId: $job) { id }', 'cancelPublishJob'],
    ['submitDraft(draftId: $draft) { id }', 'submitDraft'],
    ['archiveDraft(draftId: $draft) { id }', 'archiveDraft'],
    ['disconnect(connectionId: $connection) { id }', 'disconnect'],
    ['writeCaption(input: { draftId: $draft, revision: 1, platform: "sandbox", text: "x", tags: [] }) { id }', 'writeCaption'],
    ['createDraft(input: { workspaceId: $workspace, sourceText: "x", platforms: ["sandbox"] }) { id }', 'createDraft'],
    ['addConnection(input: { workspaceId: $workspace, platform: "sandbox", credentials: {} }) { id }', 'addConnection'],
  ])('cannot be changed: %s', async (field, name) => {
    const used = { ...names(), connection: connectionId };
    const declared = Object.keys(used).filter((variable) => field.includes(`$${variable}`));
    const query = `mutation M(${declared.map((variable) => `$${variable}: ID!`).join(', ')}) { ${field} }`;
    const variables = Object.fromEntries(Object.entries(used).filter(([variable]) => declared.includes(variable)));
    const { data, errors } = await graphql.ask(await stranger(), query, variables);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ path: [name], extensions: { code: 'not_found', status: 404 } }]);
  });
});

describe('an anonymous caller', () => {
  it.each(['draft', 'approval', 'publishJob', 'workspace'])('cannot read %s: unauthenticated', async (field) => {
    const { data, errors } = await graphql.ask({}, `{ ${field}(id: "x") { id } }`);
    expect(data).toEqual({ [field]: null });
    expect(errors).toMatchObject([{ extensions: { code: 'unauthenticated', status: 401 } }]);
  });

  it('is refused every change', async () => {
    const { errors } = await graphql.ask({}, 'mutation { submitDraft(draftId: "x") { id } }');
    expect(errors).toMatchObject([{ extensions: { code: 'unauthenticated' } }]);
  });
});

describe('an agent', () => {
  const READ = () => `{ draft(id: "${submitted.draft.id}") { id } }`;

  it('with the scope read sees its workspace', async () => {
    expect((await graphql.ask({ authorization: agent.authorization }, READ())).data).toEqual({ draft: { id: submitted.draft.id } });
  });

  it('without it sees nothing', async () => {
    const { authorization } = await givenAgent(graphql.services, workspace, { scopes: ['drafts:write'] });
    const { data, errors } = await graphql.ask({ authorization }, READ());
    expect(data).toEqual({ draft: null });
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_scope', status: 403, scope: 'read' } }]);
  });

  it('sees only its own grant, and not the ledger', async () => {
    const { data, errors } = await graphql.ask<{ workspace: { grants: object[] } | null }>(
      { authorization: agent.authorization },
      `{ workspace(id: "${workspace.id}") { grants { id agentName keys { id } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.workspace?.grants).toEqual([{ id: agent.grantId, agentName: 'Newsroom', keys: [{ id: agent.keyId }] }]);
    const ledger = await graphql.ask(
      { authorization: agent.authorization },
      `{ workspace(id: "${workspace.id}") { credits { ledger { edges { cursor } } } } }`,
    );
    expect(ledger.errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  });

  it.each([
    'addConnection(input: { workspaceId: $id, platform: "sandbox", credentials: {} }) { id }',
    'addCredits(input: { workspaceId: $id, product: "api_publication_pack" }) { balances { available } }',
  ])('cannot: %s', async (field) => {
    const { errors } = await graphql.ask({ authorization: agent.authorization }, `mutation M($id: ID!) { ${field} }`, { id: workspace.id });
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role', status: 403 } }]);
  });

  it.each([
    'signLaunchStep(step: "terms_published") { launchSteps { id } }',
    'setAccountState(accountId: "acc_x", state: APPROVED) { id }',
  ])('cannot: %s', async (field) => {
    const { errors } = await graphql.ask({ authorization: agent.authorization }, `mutation { ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role', status: 403 } }]);
  });
});

it('offers an operator the products that can be added, without a workspace', async () => {
  const { accountId } = await givenWorkspace(graphql.services);
  const operator = graphql.browserOf(await givenUser(graphql.services, accountId, { isOperator: true }));
  expect((await graphql.ask(operator, '{ operator { products { id label } } }')).data).toMatchObject({
    operator: { products: [{ id: 'api_publication_pack' }, { id: 'api_autoposting_topup' }] },
  });
});

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
