import type { AddressInfo } from 'node:net';
import { Client, fetchExchange, gql } from '@urql/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';

const database = useTestDatabase();
let web: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  web = await open();
});
afterAll(() => web.app.close());

async function open() {
  const made = createTestServices(database);
  const app = await buildWeb(made);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { workspace, workspaceId } = await givenWorkspace(made);
  const { authorization } = await givenAgent(made, workspace);
  return { app, workspaceId, authorization, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/graphql` };
}

const QUERY = '{ viewer { __typename } }';
const SUBSCRIPTION = 'subscription ($id: ID!) { changes(workspaceId: $id) { __typename } }';
const typeFor = async (accept: string, query = QUERY): Promise<string> => {
  const controller = new AbortController();
  const { url, authorization } = web;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, authorization },
    body: JSON.stringify({ query, variables: { id: web.workspaceId } }),
    signal: controller.signal,
  });
  controller.abort();
  return response.headers.get('content-type')?.split(';')[0] ?? '';
};

describe('content negotiation of GraphQL (RFC 9110, 12.5.1)', () => {
  const URQL = 'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    [URQL, 'application/graphql-response+json'],
    ['text/event-stream, application/json;q=0.1', 'application/json'],
    ['application/json;q=0, text/event-stream', 'text/event-stream'],
    ['text/event-stream;q=0, application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
  ])('a query that accepts %s gets %s', async (accept, type) => {
    expect(await typeFor(accept)).toBe(type);
  });

  it.each([
    [URQL, 'text/event-stream'],
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream;q=0, application/json', 'application/json'],
  ])('a subscription that accepts %s gets %s', async (accept, type) => {
    expect(await typeFor(accept, SUBSCRIPTION)).toBe(type);
  });

  it('an unmodified urql client reads a response, by POST and by GET', async () => {
    for (const preferGetMethod of [false, true]) {
      const client = new Client({
        url: web.url,
        exchanges: [fetchExchange],
        preferGetMethod,
        fetchOptions: { headers: { authorization: web.authorization } },
      });
      const { data, error } = await client.query(gql('{ platforms { id } }'), {}).toPromise();
      expect([error, data.platforms.length > 10]).toEqual([undefined, true]);
    }
  });

  it('a mutation by GET is refused in GraphQL’s error format', async () => {
    const url = `${web.url}?query=${encodeURIComponent('mutation { endOtherSessions { __typename } }')}`;
    const response = await fetch(url, { headers: { authorization: web.authorization, accept: 'application/json' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
