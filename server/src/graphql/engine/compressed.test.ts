import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Of the queue, as the console reads it: a page of 25. */
const QUEUE = `query ($id: ID!) { workspace(id: $id) { approvals(first: 25) {
  edges { node { id state contentHash createdAt expiresAt needsSignature viewerCan { decide } cost { unit quantity }
    draft { id title platforms pictures { url } scheduledAt author { kind name } } } }
  pageInfo { hasNextPage endCursor } } } }`;

const database = useTestDatabase();
const graphql = useGraphql(database);
let person: Caller;
let workspaceId: string;

beforeAll(async () => {
  const stage = await givenStage(graphql.services);
  ({ workspaceId } = stage);
  person = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
  for (let number = 1; number <= 25; number += 1)
    await stage.submit({ sourceText: `The harbour festival opens on Friday, stage ${number}.` });
  await graphql.app.listen({ port: 0, host: '127.0.0.1' });
});

interface Sent {
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Of the whole answer, as they came over the connection. */
  bytes: number;
}

/** Asks over a connection of its own, and unpacks nothing. */
async function ask(accepts: string | null, query = QUEUE, headers: Caller = person): Promise<Sent> {
  const { port } = graphql.app.server.address() as AddressInfo;
  const encoding = accepts === null ? {} : { 'accept-encoding': accepts };
  const asked = request({
    port,
    path: '/api/graphql',
    method: 'POST',
    agent: false,
    headers: { ...headers, ...encoding, 'content-type': 'application/json' },
  });
  asked.end(JSON.stringify({ query, variables: query.includes('$id') ? { id: workspaceId } : {} }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return { headers: answer.headers, body: Buffer.concat(parts), bytes: answer.socket.bytesRead };
}

it('a page of the queue is compressed to a quarter of its size, with the same content', async () => {
  const plain = await ask(null);
  const zipped = await ask('gzip, deflate, br, zstd');
  expect(JSON.parse(plain.body.toString()).data.workspace.approvals.edges).toHaveLength(25);
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': `${zipped.body.length}` });
  expect(gunzipSync(zipped.body).toString()).toBe(plain.body.toString());
  console.info(`A page of the queue, with its headers: ${plain.bytes} bytes, compressed ${zipped.bytes}`);
  expect(zipped.bytes).toBeLessThan(plain.bytes / 4);
});

it.each([null, '', 'identity', 'br', 'gzip;q=0', 'br, gzip; q=0.0', 'xgzip'])('accepting %j returns it uncompressed', async (accepts) => {
  const { headers, body } = await ask(accepts);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers.vary).toBe('accept-encoding');
  expect(JSON.parse(body.toString()).data.workspace.approvals.edges).toHaveLength(25);
});

it.each(['gzip', 'GZIP', 'deflate,gzip;q=0.5', 'br;q=1.0, gzip;q=0.8, *;q=0.1'])('accepting %j returns it compressed', async (accepts) => {
  expect((await ask(accepts)).headers['content-encoding']).toBe('gzip');
});

it('a small response is not compressed', async () => {
  const { headers, body } = await ask('gzip', '{ viewer { id } }');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(JSON.parse(body.toString()).data.viewer.id).toMatch(/^usr_/);
});

it('the response of a mutation is never compressed, whatever its size', async () => {
  const input = `{ workspaceId: $id, sourceText: "${'The harbour festival opens. '.repeat(60)}", platforms: ["sandbox"] }`;
  const { headers, body } = await ask('gzip', `mutation ($id: ID!) { createDraft(input: ${input}) { sourceText } }`);
  expect(JSON.parse(body.toString()).data.createDraft.sourceText.length).toBeGreaterThan(1_024);
  expect(headers).not.toHaveProperty('content-encoding');
});

it('a stream is never compressed: each line is sent when it is written', async () => {
  const { headers, body } = await ask('gzip', `subscription { nothing${' '.repeat(2_000)} }`, { ...person, accept: 'text/event-stream' });
  expect(headers['content-type']).toMatch(/event-stream/);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.toString()).toContain('event: next');
});
