import { beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../access/actor.ts';
import { newId } from '../new-id.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { type Caller, useGraphql } from '../testing/graphql.ts';
import { firstEvent } from '../testing/openapi/first-event.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let owner: Caller;
let agent: Caller;
let workspaceId: string;
beforeAll(async () => {
  const home = await givenWorkspace(graphql.services);
  workspaceId = home.workspaceId;
  owner = graphql.browserOf(await givenUser(graphql.services, home.accountId, { role: 'owner' }));
  const { authorization } = await givenAgent(graphql.services, home.workspace, { scopes: [...SCOPES] });
  agent = { authorization };
});

/** Letters with a meaning in PostgreSQL's arrays, and two ids in the place of one. */
const STRANGE = [',', '{', '}', '"', '\\', '{}', 'null', 'a,b', '"a"', ' ', '', ',ആư𐡭Ẩᛢ.𛀊', `${newId('job')},${newId('job')}`];

it.each(STRANGE)('the id %j is not found for a person', async (id) => {
  for (const query of [
    'query ($id: ID!) { draft(id: $id) { id } }',
    'query ($id: ID!) { publishJob(id: $id) { id publications { id } approval { id } } }',
    'query ($id: ID!) { approval(id: $id) { id } }',
    'mutation ($id: ID!) { revokeGrant(grantId: $id) { id } }',
    'mutation ($id: ID!) { pauseGrant(grantId: $id) { id } }',
    'mutation ($id: ID!) { cancelPublishJob(jobId: $id) { id } }',
    'mutation ($id: ID!) { retryPublishJob(jobId: $id) { id } }',
    'mutation ($id: ID!) { releaseApproval(approvalId: $id) { id } }',
  ]) {
    const { data, errors } = await graphql.ask(owner, query, { id });
    expect([query, Object.values(data ?? {})[0] ?? null, errors.map(({ extensions }) => extensions.code)]).toEqual([
      query,
      null,
      query.startsWith('query') ? [] : ['not_found'],
    ]);
  }
});

it.each(STRANGE)('the id %j is not found for an agent over MCP', async (id) => {
  for (const [name, args] of [
    ['get_draft', { draft_id: id }],
    ['get_publish_job', { job_id: id }],
    ['get_approval', { approval_id: id }],
    ['list_comments', { draft_id: id }],
    ['cancel_publish_job', { job_id: id }],
    ['create_draft', { workspace_id: workspaceId, source_text: 'The harbour opens.', platforms: ['sandbox'], connection_ids: [id] }],
    ['create_draft', { workspace_id: workspaceId, source_text: 'The harbour opens.', platforms: ['sandbox'], media_ids: [id] }],
  ] as const) {
    const response = await graphql.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { ...agent, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    const { result } = firstEvent(response.body);
    const said = result.structuredContent ?? JSON.parse(result.content.at(-1).text);
    expect([name, said.code]).toEqual([name, expect.stringMatching(/^(not_found|validation_failed|connection_unknown|media_unknown)$/)]);
  }
});
