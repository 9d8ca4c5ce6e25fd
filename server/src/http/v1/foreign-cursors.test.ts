import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../mcp/tools.ts';
import { expectProblem } from '../../testing/api.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { firstEvent } from '../../testing/openapi/first-event.ts';
import { givenGround } from '../../testing/openapi/random-ground.ts';
import { SMALLEST_PNG } from '../../testing/pictures.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

type Ground = Awaited<ReturnType<typeof givenGround>>;
/** An account with cursors of each of its lists: the last place in it, after which nothing comes. */
type Place = Ground & { cursors: Record<string, string> };

/** By the operation that reads it: where it is, and the list's name in GraphQL, whose cursors are the same. */
const LISTS: Record<string, { path(known: Ground['known']): string; inGraphql: string | null }> = {
  listDrafts: { path: () => 'drafts', inGraphql: 'drafts' },
  listPublishJobs: { path: () => 'publish-jobs', inGraphql: 'publishJobs' },
  listApprovals: { path: () => 'approvals', inGraphql: 'approvals' },
  listWebhookDeliveries: { path: ({ endpoint_id }) => `webhook-endpoints/${endpoint_id}/deliveries`, inGraphql: 'deliveries' },
  listMedia: { path: () => 'media', inGraphql: null },
};
const lists = Object.entries(LISTS).map(([id, { path }]) => ({ id, path }));

let [own, foreign]: Place[] = [];
beforeAll(async () => {
  [own, foreign] = [await givenPlace(), await givenPlace()];
});

async function givenPlace(): Promise<Place> {
  const ground = await givenGround(graphql.services, (request) => graphql.app.inject(request));
  const { agent, known } = ground;
  const headers = { ...agent, 'content-type': 'image/png' };
  await graphql.app.inject({
    method: 'POST',
    url: '/api/v1/media',
    headers,
    payload: Buffer.concat([SMALLEST_PNG, Buffer.from('another')]),
  });
  const page = '{ edges { cursor } }';
  const query = `query ($id: ID!, $endpoint: ID!) {
    workspace(id: $id) { drafts ${page} publishJobs ${page} approvals ${page} } webhookEndpoint(id: $endpoint) { deliveries ${page} } }`;
  type Pages = Record<string, { edges: { cursor: string }[] }>;
  const variables = { id: known.workspace_id, endpoint: known.endpoint_id };
  const { data } = await graphql.ask<{ workspace: Pages; webhookEndpoint: Pages }>(agent, query, variables);
  const pages = { ...data.workspace, ...data.webhookEndpoint };
  const media = await graphql.app.inject({ url: '/api/v1/media?limit=1', headers: agent });
  const cursors = Object.entries(LISTS).map(([id, { inGraphql }]) => [
    id,
    inGraphql ? pages[inGraphql]?.edges[0]?.cursor : media.json().next_cursor,
  ]);
  return { ...ground, cursors: Object.fromEntries(cursors) };
}

const goOn = (path: (known: Ground['known']) => string, cursor = '') =>
  graphql.app.inject({ url: `/api/v1/${path(own?.known ?? {})}?cursor=${cursor}`, headers: own?.agent });

it('covers every list of the API', () => {
  const withCursor = [...graphql.app.operations.values()].filter(
    ({ operation: { query } }) => 'cursor' in ((query as { properties?: object } | undefined)?.properties ?? {}),
  );
  expect(withCursor.map(({ operation }) => operation.id).sort()).toEqual(Object.keys(LISTS).sort());
});

describe.each(lists)('$id', ({ id, path }) => {
  it('continues from its own cursor, without data of others', async () => {
    const answer = await goOn(path, own?.cursors[id]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(Object.values(answer.json())).toContainEqual(id === 'listMedia' ? [expect.anything()] : []);
  });

  it('refuses the cursor of another workspace', async () => {
    expectProblem(await goOn(path, foreign?.cursors[id]), 'foreign_cursor');
  });

  it('refuses the cursor of another list of the same workspace', async () => {
    const others = Object.entries(own?.cursors ?? {}).filter(([other]) => other !== id);
    for (const [, cursor] of others) expectProblem(await goOn(path, cursor), 'foreign_cursor');
  });

  it('refuses a cursor without an owner, from an earlier version', async () => {
    const before = Buffer.from(own?.known.draft_id ?? '').toString('base64url');
    const { remedy } = expectProblem(await goOn(path, before), 'foreign_cursor');
    expect(remedy).toMatch(/^Start again without `cursor`/);
  });

  it('refuses a modified cursor', async () => {
    const [place = '', mark = ''] = Buffer.from(own?.cursors[id] ?? '', 'base64url')
      .toString()
      .split(' ');
    const changed = `${place.slice(0, -1)}${place.endsWith('0') ? '1' : '0'} ${mark}`;
    expectProblem(await goOn(path, Buffer.from(changed).toString('base64url')), 'foreign_cursor');
  });
});

const tools = Object.entries(TOOLS).flatMap(([name, { operation }]) => (operation in LISTS ? [{ name, operation }] : []));

it('three of the lists are tools', () => expect(tools).toHaveLength(3));

it.each(tools)('the tool $name refuses the cursor of another workspace', async ({ name, operation }) => {
  const call = (cursor: string | undefined) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { cursor } },
  });
  const ask = async (cursor: string | undefined) => {
    const headers = { ...own?.agent, accept: 'application/json, text/event-stream' };
    const { body } = await graphql.app.inject({ method: 'POST', url: '/api/mcp', headers, payload: call(cursor) });
    const { result } = firstEvent(body);
    return { isError: result.isError ?? false, said: JSON.stringify(result) };
  };
  expect(await ask(own?.cursors[operation])).toMatchObject({ isError: false });
  expect(await ask(foreign?.cursors[operation])).toMatchObject({ isError: true, said: expect.stringContaining('foreign_cursor') });
});
