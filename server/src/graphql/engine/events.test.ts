import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrowGrant, revokeGrant } from '../../access/grants/change-grant.ts';
import { purgeEvents } from '../../events/event-queries.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { createLog } from '../../log.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { sendWebhooks, startReceiver, WEBHOOK_SECRET } from '../../testing/webhooks.ts';
import { buildWeb } from '../../web.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let url = '';
beforeAll(async () => {
  await graphql.app.listen({ port: 0, host: '127.0.0.1' });
  url = urlOf(graphql.app);
});
afterAll(() => graphql.app.server.closeAllConnections());
const urlOf = ({ server }: HttpServer): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/graphql`;

/** As the page for integrators has it. */
const PAGE_OF_DOCS = readFileSync(join(import.meta.dirname, '../../../../docs/graphql.md'), 'utf8');
const OF_DOCS = /```graphql\n(subscription Events[\s\S]*?)```/.exec(PAGE_OF_DOCS)?.[1] ?? '';
const OF_TYPES =
  'subscription ($id: ID!, $after: ID, $types: [EventType!]) { events(workspaceId: $id, after: $after, types: $types) { sequence type subject { __typename id } } }';
const OF_DECISIONS = 'subscription ($workspaceId: ID!) { events(workspaceId: $workspaceId, types: [APPROVAL_DECIDED]) { sequence } }';
const BROKEN =
  'subscription ($workspaceId: ID!, $after: ID) { events(workspaceId: $workspaceId, after: $after, types: [DRAFT_SUBMITTED]) { sequence subject { ... on Draft { publishJob { publications { platform { id } } } } } } }';
const PAGE =
  'query ($id: ID!, $after: ID, $first: Int) { workspace(id: $id) { eventCursor events(after: $after, first: $first) { edges { cursor node { sequence type draftId draftState data allowedActions } } pageInfo { hasNextPage endCursor } } } }';

async function arrange() {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const { authorization, grantId } = await givenAgent(services, workspace);
  const actor = await agentActor(services, workspace);
  return {
    id: workspace.id,
    workspace,
    accountId,
    grantId,
    caller: { authorization } as Caller,
    submit: () => givenSubmittedDraft(services, actor, workspace),
  };
}

interface Message {
  id: number | null;
  type?: string;
  subject?: object | null;
  code?: string;
  requestId?: string | undefined;
}

/** What a plain reader of server-sent events gets, until it has `count` messages, the line breaks, or the stream ends. */
async function follow(
  caller: Caller,
  variables: Record<string, unknown>,
  options: { count?: number; lastEventId?: string; at?: string; query?: string } = {},
) {
  const headers = {
    ...caller,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
  };
  const controller = new AbortController();
  const { id: workspaceId, ...more } = variables;
  const body = JSON.stringify({ query: options.query ?? OF_DOCS, variables: { workspaceId, ...more } });
  const response = await fetch(options.at ?? url, { method: 'POST', headers, body, signal: controller.signal });
  const messages: Message[] = [];
  const stored: { id: string | null } = { id: null };
  const reading = (async () => {
    let text = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        messages.splice(0, messages.length, ...messagesIn(text));
        stored.id = [...text.matchAll(/^id: (\d+)\n(?:.+\n)*\n/gm)].at(-1)?.[1] ?? null;
        if (messages.length >= (options.count ?? Number.POSITIVE_INFINITY)) return controller.abort();
      }
    } catch {
      // The line broke.
    }
  })();
  return { messages, stored, reading };
}

function messagesIn(text: string): Message[] {
  const complete = text.slice(0, text.lastIndexOf('\n\n') + 1).split('\n\n');
  return complete.flatMap((message) => {
    const data = /^event: next\ndata: (.*)$/m.exec(message)?.[1];
    if (!data) return [];
    const { data: next, errors } = JSON.parse(data) as {
      data?: { events: Message };
      errors?: { extensions: { code: string; request_id?: string } }[];
    };
    const number = /^id: (\d+)$/m.exec(message)?.[1];
    const [fault] = errors ?? [];
    const refused = fault && {
      code: fault.extensions.code,
      ...(fault.extensions.request_id && { requestId: fault.extensions.request_id }),
    };
    return [{ id: number === undefined ? null : Number(number), ...next?.events, ...refused }];
  });
}

describe('events', () => {
  it('are delivered once each to a reader that reconnects after an interruption', async () => {
    const { id, caller, submit } = await arrange();
    const first = await follow(caller, { id });
    await submit();
    await expect.poll(() => first.messages.length).toBe(2);
    graphql.app.server.closeAllConnections();
    await first.reading;
    await submit();
    const [last] = first.messages.slice(-1);
    const back = await follow(caller, { id }, { lastEventId: String(last?.id) });
    await submit();
    await expect.poll(() => back.messages.length).toBe(4);
    graphql.app.server.closeAllConnections();
    await back.reading;
    // Cut again while it reads what it had missed: the variable stays as it was, and the header says how far it came.
    const half = await follow(caller, { id, after: '2' }, { count: 1 });
    await half.reading;
    const rest = await follow(caller, { id, after: '2' }, { lastEventId: String(half.messages[0]?.id), count: 3 });
    await rest.reading;
    expect([...first.messages, ...back.messages].map(({ id: number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...half.messages, ...rest.messages].map(({ id: number }) => number)).toEqual([3, 4, 5, 6]);
    expect(first.messages[0]).toMatchObject({ type: 'APPROVAL_REQUESTED', subject: { approvalState: 'PENDING' } });
  });

  it('are read by a third-party client, of the requested types, from a given position', async () => {
    const { id, workspace, caller, submit, accountId } = await arrange();
    await submit();
    const { data } = await graphql.ask<{ workspace: { eventCursor: string } }>(caller, PAGE, { id });
    await submit();
    const person = graphql.browserOf(await givenUser(graphql.services, accountId));
    const client = createClient({ url, headers: person, retryAttempts: 0 });
    const variables = { id: workspace.id, after: data.workspace.eventCursor, types: ['DRAFT_SUBMITTED'] };
    const { value } = await client.iterate({ query: OF_TYPES, variables }).next();
    expect(value).toMatchObject({ data: { events: { sequence: 4, type: 'DRAFT_SUBMITTED', subject: { __typename: 'Draft' } } } });
    client.dispose();
  });

  it('of some types also number what is left out, so a reader resumes where it was', async () => {
    const { id, caller, submit, accountId, grantId } = await arrange();
    await submit();
    const open = await follow(caller, { id }, { query: OF_DECISIONS });
    await expect.poll(() => open.stored.id).toBe('2');
    await submit();
    const owner = await userActor(graphql.services, accountId);
    // Each change of the grant brings a heartbeat.
    let jobsPerDay = 20;
    const narrow = () => actAs(graphql.services, owner, (ctx) => narrowGrant(ctx, { grantId, jobsPerDay: jobsPerDay-- }));
    await expect.poll(async () => (await narrow()) && Number(open.stored.id)).toBeGreaterThanOrEqual(4);
    expect(open.messages).toEqual([]);
    graphql.app.server.closeAllConnections();
    await open.reading;
  });

  it('are also a paged list, with the same cursors', async () => {
    const { id, caller, submit } = await arrange();
    const { draft } = await submit();
    interface Listed {
      workspace: { eventCursor: string; events: { edges: { cursor: string; node: object }[]; pageInfo: object } };
    }
    const list = async (variables: object) => (await graphql.ask<Listed>(caller, PAGE, { id, ...variables })).data.workspace;
    const page = await list({ first: 1 });
    expect(page).toMatchObject({
      eventCursor: '2',
      events: {
        edges: [
          {
            cursor: '1',
            node: {
              sequence: 1,
              type: 'APPROVAL_REQUESTED',
              draftId: draft.id,
              draftState: 'IN_REVIEW',
              allowedActions: ['caption', 'edit', 'archive'],
            },
          },
        ],
        pageInfo: { hasNextPage: true, endCursor: '1' },
      },
    });
    expect((await list({ first: 5, after: '1' })).events).toMatchObject({ edges: [{ cursor: '2' }], pageInfo: { hasNextPage: false } });
  });

  it('need a constant number of statements with their subjects', async () => {
    const { id, workspace, caller, submit } = await arrange();
    await givenConnectionRow(graphql.services, workspace);
    await submit();
    const query = 'query ($id: ID!) { workspace(id: $id) { events { edges { node { subject { __typename id } } } } } }';
    const read = () => recordStatements(graphql.services, () => graphql.ask(caller, query, { id }));
    const few = await read();
    for (let at = 0; at < 3; at++) await submit();
    expect(await read()).toHaveLength(few.length);
  });

  it('continue from the snapshot shown, whatever is committed while it is read', async () => {
    const { id, workspace, caller, submit } = await arrange();
    await submit();
    const em = database.orm.em.fork();
    await em.begin();
    await em.execute('lock table event_heads in access exclusive mode');
    const reading = graphql.ask(caller, 'query ($id: ID!) { workspace(id: $id) { name eventCursor } }', { id });
    // It has read the name, and waits for the number.
    const waiting = `select from pg_locks where relation = 'event_heads'::regclass and not granted`;
    await expect.poll(() => database.orm.em.fork().execute(waiting)).toHaveLength(1);
    await em.execute(`update workspaces set name = 'The pier' where id = ?`, [id]);
    await em.execute('update event_heads set last_sequence = last_sequence + 1 where workspace_id = ?', [id]);
    await em.commit();
    expect((await reading).data).toEqual({ workspace: { name: workspace.name, eventCursor: '2' } });
  });

  it('are refused with an expired, foreign or invalid cursor, with the reason', async () => {
    const { id, caller, submit } = await arrange();
    for (let at = 0; at < 3; at++) await submit();
    const em = graphql.services.orm.em.fork();
    await em.execute(`update events set created_at = now() - interval '91 days' where workspace_id = ? and sequence <= 3`, [id]);
    await purgeEvents(em, graphql.services.clock.now());
    const codeOf = async (after: string) => {
      const { messages, reading } = await follow(caller, { id, after }, { count: 1 });
      await reading;
      const { errors } = await graphql.ask(caller, PAGE, { id, after });
      return [messages[0]?.code ?? messages[0]?.id, errors[0]?.extensions.code ?? null];
    };
    expect(await codeOf('2')).toEqual(['cursor_too_old', 'cursor_too_old']);
    expect(await codeOf('3')).toEqual([4, null]);
    expect(await codeOf('0')).toEqual([4, null]);
    for (const wrong of ['7', 'evt_1', '-1', '1e3']) expect(await codeOf(wrong)).toEqual(['validation_failed', 'validation_failed']);
  });

  it('of one agent are not sent to another, and do not count as lost', async () => {
    const { id, workspace, accountId, caller, submit, grantId } = await arrange();
    const other = await givenAgent(graphql.services, workspace);
    const owner = await userActor(graphql.services, accountId);
    await actAs(graphql.services, owner, (ctx) => revokeGrant(ctx, other.grantId));
    await submit();
    const em = graphql.services.orm.em.fork();
    await em.execute(`update events set grant_id = ? where workspace_id = ? and sequence = 1`, [other.grantId, id]);
    const [{ first } = { first: 0 }] = await em.execute<{ first: number }[]>(
      'select min(sequence) as first from events where workspace_id = ? and (grant_id is null or grant_id = ?)',
      [id, grantId],
    );
    const { messages, reading } = await follow(caller, { id, after: '0' }, { count: 1 });
    await reading;
    expect(messages[0]?.id).toBe(first);
    expect(first).toBeGreaterThan(1);
  });
});

describe('a stream of events', () => {
  it('reports an internal error with the request id that the log has', async () => {
    const { id, caller, submit } = await arrange();
    await submit();
    const lines: string[] = [];
    const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) });
    const platforms = new Map(graphql.services.platforms);
    platforms.get = () => {
      throw new Error('a detail that is not for callers');
    };
    const app = await buildWeb({ ...graphql.services, platforms, log });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { messages, reading } = await follow(
      { ...caller, 'x-request-id': 'mine-3' },
      { id, after: '0' },
      { count: 1, at: urlOf(app), query: BROKEN },
    );
    await reading;
    expect(messages).toMatchObject([{ code: 'internal_error', requestId: 'mine-3' }]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { requestId: 'mine-3', err: { message: 'a detail that is not for callers' } },
    ]);
    await app.close();
  });

  it('of a foreign workspace is refused, and ends with the key', async () => {
    const [mine, foreign] = [await arrange(), await arrange()];
    const refused = await follow(mine.caller, { id: foreign.id, after: '0' }, { count: 1 });
    await refused.reading;
    expect(refused.messages).toEqual([{ id: null, code: 'not_found' }]);
    const open = await follow(mine.caller, { id: mine.id });
    const owner = await userActor(graphql.services, mine.accountId);
    await actAs(graphql.services, owner, (ctx) => revokeGrant(ctx, mine.grantId));
    await open.reading;
    expect(open.messages.at(-1)).toEqual({ id: null, code: 'key_revoked' });
  });
});

it('shows a sandbox key neither live accounts nor their events, in GraphQL, REST and webhooks', async () => {
  const { services, app, ask } = graphql;
  const { workspace, workspaceId, accountId } = await givenWorkspace(services);
  const { authorization } = await givenAgent(services, workspace, { isSandboxOnly: true, scopes: ['read', 'webhooks:write'] });
  const sandbox = await givenConnectionRow(services, workspace);
  const live = await givenConnectionRow(services, workspace, { platform: 'bluesky', externalId: 'did:plc:live' });
  const receiver = await startReceiver();
  const headers = { authorization };
  const payload = { url: receiver.url, secret: WEBHOOK_SECRET };
  await app.inject({ method: 'POST', url: '/api/v1/webhook-endpoints', headers, payload });
  await sendWebhooks(services);
  await actAs(services, { kind: 'system' }, async (ctx) => {
    for (const { id: subjectId, platform } of [live, sandbox])
      recordEvent(ctx, { type: 'connection.degraded', accountId, workspaceId, subjectId, data: { platform, state: 'revoked' } });
  });
  await sendWebhooks(services);
  await receiver.stop();
  const { data } = await ask(
    headers,
    `query ($workspace: ID!, $live: ID!, $sandbox: ID!) {
      workspace(id: $workspace) { connections { id } events { nodes: edges { node { subjectId } } } } live: node(id: $live) { id } sandbox: node(id: $sandbox) { id } }`,
    { workspace: workspaceId, live: live.id, sandbox: sandbox.id },
  );
  expect(data).toEqual({
    workspace: { connections: [{ id: sandbox.id }], events: { nodes: [{ node: { subjectId: sandbox.id } }] } },
    live: null,
    sandbox: { id: sandbox.id },
  });
  const subjects = (events: { subject_id: string }[]) => events.map(({ subject_id: id }) => id);
  expect(subjects((await app.inject({ url: '/api/v1/events', headers })).json().events)).toEqual([sandbox.id]);
  expect(subjects(receiver.received.map(({ body }) => JSON.parse(body)))).toEqual([sandbox.id]);
});

it('shows a sandbox key no live account in a draft of others, nor in its posts', async () => {
  const { services, ask } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const live = await givenConnectionRow(services, workspace, { platform: 'bluesky', externalId: 'did:plc:live' });
  const { draft, job } = await givenSubmittedDraft(services, await userActor(services, accountId), workspace, { platforms: ['bluesky'] });
  const names: (string | undefined)[] = [];
  const connectionsFor = async (isSandboxOnly: boolean) => {
    const { authorization } = await givenAgent(services, workspace, { isSandboxOnly });
    type Targets = { connection: { id: string } | null }[];
    const { data } = await ask<{
      draft: { payloads: Targets } | null;
      job: { publications: Targets; readiness: { targets: { name: string }[] } } | null;
    }>(
      { authorization },
      `query ($draft: ID!, $job: ID!) {
        draft: node(id: $draft) { ... on Draft { payloads { connection { id } } } }
        job: node(id: $job) { ... on PublishJob { readiness { targets { name } } publications { connection { id } } } } }`,
      { draft: draft.id, job: job.id },
    );
    names.push(data.job?.readiness.targets[0]?.name);
    return [...(data.draft?.payloads ?? []), ...(data.job?.publications ?? [])].map(({ connection }) => connection?.id ?? null);
  };
  expect(await connectionsFor(false)).toEqual([live.id, live.id]);
  expect(await connectionsFor(true)).toEqual([null, null]);
  expect(names).toEqual([`${live.handle} on Bluesky`, 'an account on Bluesky']);
});
