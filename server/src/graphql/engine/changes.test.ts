import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { signOut } from '../../access/sessions/sessions.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { createOrm } from '../../db/orm.ts';
import { createChangeFeed } from '../../events/change-feed.ts';
import { overrideFinding } from '../../publishing/review/override-finding.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
const urls: string[] = [];
const closing: (() => unknown)[] = [];
let workspace: Workspace;
let agent: Actor;
let person: Caller;

beforeAll(async () => {
  // Two servers of one service: nothing but the database is between them.
  const orm = createOrm({ url: database.url, applicationName: 'countersign-second' });
  const { config, clock, log } = graphql.services;
  const second = await buildWeb(createTestServices(database, { orm, config, clock, changes: createChangeFeed(() => database.url, log) }));
  for (const app of [graphql.app, second]) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    urls.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/graphql`);
  }
  closing.push(() => second.close().then(() => orm.close()));
  ({ workspace } = await givenWorkspace(graphql.services));
  await givenConnectionRow(graphql.services, workspace);
  agent = await agentActor(graphql.services, workspace);
  person = graphql.browserOf(await givenUser(graphql.services, workspace.accountId));
});
afterAll(() => Promise.all(closing.map((close) => close())));

const CHANGES =
  'subscription ($id: ID!, $kinds: [ChangeKind!], $sinceMs: Int) { changes(workspaceId: $id, kinds: $kinds, sinceMs: $sinceMs) { kind id } }';

/** The stream as graphql-sse's own client reads it; resolves once the server listens, or has refused. */
async function watch(caller: Caller, options: { url?: string; id?: string; kinds?: string[]; sinceMs?: number } = {}) {
  const client = createClient({ url: options.url ?? urls[0] ?? '', headers: caller, retryAttempts: 0 });
  closing.push(() => client.dispose());
  const variables = { id: options.id ?? workspace.id, kinds: options.kinds ?? null, sinceMs: options.sinceMs ?? null };
  const { promise: hasBegun, resolve } = Promise.withResolvers<void>();
  const answers = client.iterate({ query: CHANGES, variables }, { connected: () => resolve() } as never);
  const answer = async () => (await answers.next()).value;
  const coming = [answer()];
  await Promise.race([hasBegun, coming[0]]);
  return { leave: () => client.dispose(), next: () => coming.pop() ?? answer() };
}

const submit = () => givenSubmittedDraft(graphql.services, agent, workspace);
const changeOf = (kind: string, id: string | null) => ({ data: { changes: { kind, id } } });
const refused = (code: string) => ({ errors: [{ extensions: { code } }] });

describe('changes', () => {
  it('are sent by both servers, whichever committed them, to a third-party client library', async () => {
    const readers = await Promise.all(urls.map((url) => watch(person, { url, kinds: ['APPROVAL'] })));
    const { approval } = await submit();
    for (const reader of readers) expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
    const decider = await userActor(graphql.services, workspace.accountId);
    const { id: approvalId, contentHash } = approval;
    await actAs(graphql.services, decider, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'rejected' }));
    for (const reader of readers) expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
  });

  it('cover jobs and the progress of their publications', async () => {
    const reader = await watch(person, { kinds: ['PUBLISH_JOB'] });
    const { job } = await submit();
    expect(await reader.next()).toEqual(changeOf('PUBLISH_JOB', job.id));
    await graphql.services.orm.em.fork().execute(`update publications set state = 'leased' where job_id = ?`, [job.id]);
    expect(await reader.next()).toEqual(changeOf('PUBLISH_JOB', job.id));
  });

  it('report a dismissed finding to those who have its approval open', async () => {
    const { draft, approval } = await givenSubmittedDraft(graphql.services, agent, workspace, { text: 'See http://10.0.0.1/ for more.' });
    const reader = await watch(person, { kinds: ['APPROVAL'] });
    const { data } = await graphql.ask<{ approval: { findings: { id: string }[] } }>(
      person,
      'query ($id: ID!) { approval(id: $id) { findings { id } } }',
      { id: approval.id },
    );
    const finding = data.approval.findings[0]?.id ?? '';
    const approver = await userActor(graphql.services, workspace.accountId);
    const input = { draftId: draft.id, contentHash: approval.contentHash, findingId: finding, reason: 'A test address.' };
    await actAs(graphql.services, approver, (ctx) => overrideFinding(ctx, input));
    expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
  });

  it('are never sent after a rollback', async () => {
    const reader = await watch(person, { kinds: ['APPROVAL'] });
    const { approval } = await submit();
    expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
    const lost = actAs(graphql.services, agent, async (ctx) => {
      await ctx.em.execute('update approvals set approvals_required = 2 where id = ?', [approval.id]);
      throw new Error('Never mind.');
    });
    await expect(lost).rejects.toThrow('Never mind.');
    const { approval: next } = await submit();
    expect(await reader.next()).toEqual(changeOf('APPROVAL', next.id));
  });

  it('are sent to a reader that connects a moment later with a start time', async () => {
    const early = await watch(person, { kinds: ['APPROVAL'] });
    const began = performance.now();
    const { approval } = await submit();
    expect(await early.next()).toEqual(changeOf('APPROVAL', approval.id));
    // The question is on its way for a while, too.
    const late = await watch(person, { kinds: ['APPROVAL'], sinceMs: Math.ceil(performance.now() - began) + 5_000 });
    // To look at everything again where the connection to the database is younger than that.
    const wanted = [changeOf('APPROVAL', approval.id), changeOf('EVERYTHING', null)];
    let change = await late.next();
    // Of the tests before, on a slow machine.
    while (!wanted.some((each) => isDeepStrictEqual(each, change))) change = await late.next();
    const later = await watch(person, { kinds: ['APPROVAL'], sinceMs: 3_600_000 });
    // Changes of an hour ago are not kept.
    expect(await later.next()).toEqual(changeOf('EVERYTHING', null));
  });

  it('are sent to an agent for its own workspace only', async () => {
    const { authorization } = await givenAgent(graphql.services, workspace);
    const foreign = await givenWorkspace(graphql.services);
    const reader = await watch({ authorization }, { kinds: ['APPROVAL'] });
    await givenSubmittedDraft(graphql.services, await agentActor(graphql.services, foreign.workspace), foreign.workspace);
    const { approval } = await submit();
    expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
  });

  it('are followed by a refresh event after the database connection was lost', async () => {
    const reader = await watch(person, { kinds: ['APPROVAL'] });
    await graphql.services.orm.em
      .fork()
      .execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign changes' and datname = current_database()`,
      );
    expect(await reader.next()).toEqual(changeOf('EVERYTHING', null));
    const { approval } = await submit();
    expect(await reader.next()).toEqual(changeOf('APPROVAL', approval.id));
  });
});

describe('a stream', () => {
  it('of a foreign workspace is refused like a missing one', async () => {
    const { workspaceId } = await givenWorkspace(graphql.services);
    for (const id of [workspaceId, 'wsp_unknown']) expect(await (await watch(person, { id })).next()).toMatchObject(refused('not_found'));
  });

  it('is refused to agents without the read scope, and to anonymous callers', async () => {
    const { authorization } = await givenAgent(graphql.services, workspace, { scopes: ['drafts:write'] });
    expect(await (await watch({ authorization })).next()).toMatchObject(refused('insufficient_scope'));
    await expect(watch({})).rejects.toThrow(/401/);
  });

  it('of one account leaves places to those of others, however many people it has', async () => {
    const { services, app, browserOf } = graphql;
    const crowded = await givenWorkspace(services);
    const open = async (caller: Caller, id: string) => {
      const headers = { ...caller, accept: 'text/event-stream' };
      const payload = { query: CHANGES, variables: { id } };
      return (await app.inject({ method: 'POST', url: '/api/graphql', headers, payload, payloadAsStream: true })).statusCode;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 34; count += 1) {
      const caller = browserOf(await givenUser(services, crowded.accountId));
      statuses.push(...(await Promise.all(Array.from({ length: 12 }, () => open(caller, crowded.workspaceId)))));
    }
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([400, 8]);
    const { workspaceId, accountId } = await givenWorkspace(services);
    expect(await open(browserOf(await givenUser(services, accountId)), workspaceId)).toBe(200);
  });

  const ENDS: [string, () => Promise<{ caller: Caller; end: () => Promise<unknown>; code: string }>][] = [
    [
      'the session',
      async () => {
        const user = await givenUser(graphql.services, workspace.accountId);
        const actor = { ...(await userActor(graphql.services, workspace.accountId)), userId: user.userId, sessionId: user.sessionId };
        return { caller: graphql.browserOf(user), end: () => actAs(graphql.services, actor, signOut), code: 'unauthenticated' };
      },
    ],
    [
      'the role',
      async () => {
        const user = await givenUser(graphql.services, workspace.accountId, { role: 'viewer' });
        const end = () => graphql.services.orm.em.fork().execute('delete from memberships where user_id = ?', [user.userId]);
        return { caller: graphql.browserOf(user), end, code: 'not_found' };
      },
    ],
    [
      'the grant',
      async () => {
        const { authorization, grantId } = await givenAgent(graphql.services, workspace);
        const owner = await userActor(graphql.services, workspace.accountId);
        return {
          caller: { authorization },
          end: () => actAs(graphql.services, owner, (ctx) => revokeGrant(ctx, grantId)),
          code: 'key_revoked',
        };
      },
    ],
  ];
  it.each(ENDS)('ends at once with %s', async (_name, arrange) => {
    const { caller, end, code } = await arrange();
    const reader = await watch(caller, { kinds: ['APPROVAL'] });
    await end();
    expect(await reader.next()).toMatchObject(refused(code));
    expect(await reader.next()).toBeUndefined();
  });

  it('counts against the caller who opens it', async () => {
    const caller = graphql.browserOf(await givenUser(graphql.services, workspace.accountId));
    const readers = await Promise.all(Array.from({ length: 12 }, () => watch(caller)));
    await expect(watch(caller)).rejects.toThrow(/429/);
    readers[0]?.leave();
    await expect.poll(() => watch(caller).then(() => 'open', String)).toBe('open');
  });

  it('that was closed during authentication is no longer counted', async () => {
    const caller = graphql.browserOf(await givenUser(graphql.services, workspace.accountId));
    const em = database.orm.em.fork();
    await em.begin();
    await em.execute('lock table sessions in access exclusive mode');
    const isClosed = once(graphql.app.server, 'request').then(([, response]) => once(response, 'close'));
    const leaving = new AbortController();
    const headers = { ...caller, accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ query: CHANGES, variables: { id: workspace.id } });
    const left = fetch(urls[0] ?? '', { method: 'POST', headers, body, signal: leaving.signal }).catch(String);
    const waiting = `select from pg_locks where relation = 'sessions'::regclass and not granted`;
    await expect.poll(() => database.orm.em.fork().execute(waiting)).toHaveLength(1);
    leaving.abort();
    await Promise.all([left, isClosed]);
    await em.rollback();
    const opened = await Promise.allSettled(Array.from({ length: 12 }, () => watch(caller)));
    expect(opened.map(({ status }) => status)).not.toContain('rejected');
  });

  it('requires the header and a subscription', async () => {
    const plain = await graphql.ask(person, CHANGES, { id: workspace.id });
    expect(plain.errors).toMatchObject([{ message: expect.stringContaining('text/event-stream'), extensions: { code: 'bad_user_input' } }]);
    const headers = { ...person, accept: 'text/event-stream' };
    const answer = await graphql.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query: '{ viewer { id } }' } });
    expect(answer.body).toMatch(/^event: next\ndata: .*Only a subscription/);
    expect(answer.body).toMatch(/event: complete\ndata:\n\n$/);
  });

  it.each(['subscription { change { id } }', 'subscription { changes('])('reports the error in %j like a query', async (query) => {
    const headers = { ...person, accept: 'text/event-stream' };
    const answer = await graphql.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^event: next\ndata: .*"code":"bad_user_input"/);
    expect(answer.body).not.toContain('Did you mean');
  });

  it('cannot be read by another site with this site’s cookie', async () => {
    await expect(watch({ ...person, 'sec-fetch-site': 'cross-site' })).rejects.toThrow(/403/);
  });
});
