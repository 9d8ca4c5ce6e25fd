import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenSubmittedDraft } from '../testing/content.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let url = '';

beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});

/** A workspace of its own with an agent, and what happens there. */
async function arrange() {
  const { services } = api;
  const { workspace, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const { authorization, grantId } = await givenAgent(services, workspace);
  const actor = await agentActor(services, workspace);
  const headers = { authorization };
  return {
    workspace,
    owner,
    grantId,
    headers,
    submit: () => givenSubmittedDraft(services, actor, workspace),
    decide: (approval: { id: string; contentHash: string }, decision: 'approved' | 'rejected' = 'rejected') =>
      actAs(services, owner, (ctx) => recordDecision(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision })),
    read: async (query = '') => (await api.send('GET', `/api/v1/events${query}`, undefined, headers)).json(),
    ask: (path: string, more: Record<string, string> = {}) => api.send('GET', path, undefined, { ...headers, ...more }),
  };
}

const typesOf = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

describe('GET /v1/events', () => {
  it('waits as long as a Prefer header asks for, within the limit, and says so', async () => {
    const { submit, read, ask } = await arrange();
    const { last_sequence: last } = await read();
    const waiting = ask(`/api/v1/events?after=${last}`, { prefer: 'respond-async, wait=600' });
    await submit();
    const answer = await waiting;
    expect(answer.json().events).not.toEqual([]);
    expect(answer.headers['preference-applied']).toBe('wait=30');
    expect((await ask('/api/v1/me', { prefer: 'wait=10' })).headers['preference-applied']).toBeUndefined();
  });

  it('lists events in order, with actions and links, and continues from the last number', async () => {
    const { submit, decide, read } = await arrange();
    const { approval, job, draft } = await submit();
    const first = await read();
    expect(typesOf(first)).toEqual(['approval.requested', 'draft.submitted']);
    await decide(approval);
    const next = await read(`?after=${first.last_sequence}`);
    expect(typesOf(next)).toEqual(['approval.decided', 'job.cancelled']);
    expect(next).toMatchObject({ last_sequence: 4, has_more: false });
    expect(next.events[0]).toMatchObject({
      sequence: 3,
      subject_id: approval.id,
      draft_id: draft.id,
      data: { state: 'rejected', content_hash: approval.contentHash },
      draft_state: 'rejected',
      allowed_actions: ['caption', 'edit', 'archive'],
      link: `http://localhost:4000/api/v1/approvals/${approval.id}`,
    });
    expect(next.events[1].link).toBe(`http://localhost:4000/api/v1/publish-jobs/${job.id}`);
    expect(await read('?after=4')).toEqual({ events: [], last_sequence: 4, has_more: false });
  });

  it('filters by type, and is paginated', async () => {
    const { submit, read } = await arrange();
    await submit();
    await submit();
    expect(typesOf(await read('?types=draft.submitted'))).toEqual(['draft.submitted', 'draft.submitted']);
    expect(await read('?limit=3')).toMatchObject({ last_sequence: 3, has_more: true });
  });

  it('refuses an unknown type, and a number of another workspace', async () => {
    const { ask } = await arrange();
    expectProblem(await ask('/api/v1/events?types=moon.full'), 'validation_failed');
    expectProblem(await ask('/api/v1/events?after=7'), 'validation_failed');
    const { workspaceId } = await givenWorkspace(api.services);
    expectProblem(await ask(`/api/v1/events?workspace_id=${workspaceId}`), 'not_found');
  });

  it('reports purged events, in a page and in a stream', async () => {
    const { workspace, submit, ask, read } = await arrange();
    await submit();
    await submit();
    const em = api.services.orm.em.fork();
    await em.execute(`delete from events where workspace_id = ? and sequence <= 2`, [workspace.id]);
    const refused = await ask('/api/v1/events?after=1');
    expectProblem(refused, 'cursor_too_old');
    expect(refused.json()).toMatchObject({ oldest_sequence: 3, last_sequence: 4 });
    expectProblem(await ask('/api/v1/events/stream', { 'last-event-id': '1' }), 'cursor_too_old');
    expect((await read('?after=2')).events).toHaveLength(2);
    expect((await read()).events).toHaveLength(2);
    await em.execute('delete from events where workspace_id = ?', [workspace.id]);
    expectProblem(await ask('/api/v1/events?after=2'), 'cursor_too_old');
    expect(await read('?after=4')).toMatchObject({ events: [], last_sequence: 4 });
  });

  it('sends nothing more to waiting readers once the grant has ended', async () => {
    const { owner, grantId, ask } = await arrange();
    const listen = vi.spyOn(api.services.changes, 'listen');
    // Of another type than the event of the end itself: it keeps waiting, and receives only the end.
    const waiting = ask('/api/v1/events?types=draft.submitted&wait=30');
    await expect.poll(() => listen.mock.settledResults[0]?.type).toBe('fulfilled');
    await actAs(api.services, owner, (ctx) => revokeGrant(ctx, grantId));
    expectProblem(await waiting, 'key_revoked');
    listen.mockRestore();
  });

  it('keeps waiting when others lose their access', async () => {
    const { submit, read } = await arrange();
    const other = await arrange();
    const { changes } = api.services;
    const listen = vi.spyOn(changes, 'listen');
    const waiting = read('?wait=30');
    await expect.poll(() => listen.mock.settledResults[0]?.type).toBe('fulfilled');
    listen.mockRestore();
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const leave = await changes.listen((news) => news.type === 'access' && resolve());
    await actAs(api.services, other.owner, (ctx) => revokeGrant(ctx, other.grantId));
    await heard;
    leave();
    await submit();
    expect(typesOf(await waiting)).toContain('draft.submitted');
  });

  it('waits for an event', async () => {
    const { submit, read } = await arrange();
    const waiting = read('?wait=30');
    await submit();
    expect(typesOf(await waiting)).toContain('draft.submitted');
  });
});

describe('GET /v1/publish-jobs/{job_id}?wait=', () => {
  it('responds once a person has decided', async () => {
    const { submit, decide, ask } = await arrange();
    const { approval, job } = await submit();
    const path = `/api/v1/publish-jobs/${job.id}`;
    const { etag = '' } = (await ask(path)).headers;
    expect((await ask(path, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    const waiting = ask(`${path}?wait=30`, { 'if-none-match': String(etag) });
    await decide(approval);
    expect((await waiting).json()).toMatchObject({ job_id: job.id, state: 'cancelled', approval_state: 'rejected' });
    // It has come to its end: there is nothing to wait for.
    expect((await ask(`${path}?wait=30`)).json().state).toBe('cancelled');
  });

  it('waits on after news of which nothing is visible in it, for instance of an earlier change', async () => {
    const { submit, decide, ask, workspace } = await arrange();
    const { approval, job } = await submit();
    const { changes, orm } = api.services;
    const listen = vi.spyOn(changes, 'listen');
    const waiting = ask(`/api/v1/publish-jobs/${job.id}?wait=30`);
    await expect.poll(() => listen.mock.settledResults[0]?.type).toBe('fulfilled');
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const leave = await changes.listen((news) => news.type === 'change' && news.change.id === job.id && resolve());
    const news = JSON.stringify({ kind: 'publish_job', workspaceId: workspace.id, id: job.id, draftId: job.draftId });
    await orm.em.fork().execute(`select pg_notify('countersign_changes', ?)`, [news]);
    await heard;
    leave();
    await decide(approval);
    expect((await waiting).json()).toMatchObject({ state: 'cancelled', approval_state: 'rejected' });
    listen.mockRestore();
  });

  it('responds at once if the caller has an older version', async () => {
    const { submit, ask } = await arrange();
    const { job } = await submit();
    expect((await ask(`/api/v1/publish-jobs/${job.id}?wait=30`, { 'if-none-match': '"older"' })).statusCode).toBe(200);
  });
});

/** Reads a stream line by line until as many events or the number `upTo` have come, or it has ended. */
async function readStream(
  headers: Record<string, string>,
  count: number,
  whileOpen: () => Promise<unknown> = async () => undefined,
  query = '',
  upTo = Number.POSITIVE_INFINITY,
) {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${query}`, { headers, signal: controller.signal });
  const events: { id: number; event: string }[] = [];
  if (!response.body || response.status !== 200) return { status: response.status, events, isEnded: true };
  const acting = whileOpen();
  let text = '';
  let last = -1;
  let isEnded = true;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    events.splice(
      0,
      events.length,
      ...[...text.matchAll(/^id: (\d+)\nevent: (\S+)$/gm)].map(([, id, event = '']) => ({ id: Number(id), event })),
    );
    // As a browser stores it: also from a message without data, once its empty line has come.
    last = Number([...text.matchAll(/^id: (\d+)\n(?:.+\n)*\n/gm)].at(-1)?.[1] ?? last);
    if (events.length >= count || last >= upTo) {
      isEnded = false;
      break;
    }
  }
  controller.abort();
  await acting;
  return { status: 200, events, isEnded };
}

describe('GET /v1/events/stream', () => {
  it('streams events as they are committed, and resumes without gaps', async () => {
    const { headers, submit } = await arrange();
    const { events } = await readStream(headers, 2, submit);
    expect(events).toEqual([
      { id: 1, event: 'approval.requested' },
      { id: 2, event: 'draft.submitted' },
    ]);
    await submit();
    const again = await readStream({ ...headers, 'last-event-id': '2' }, 2);
    expect(again.events.map(({ id }) => id)).toEqual([3, 4]);
  });

  it('filters by type like the list, and refuses what it does not know', async () => {
    const { headers, workspace, submit, ask } = await arrange();
    expect((await readStream(headers, 1, submit, `?types=draft.submitted&workspace_id=${workspace.id}`)).events).toEqual([
      { id: 2, event: 'draft.submitted' },
    ]);
    for (const [query, pointer] of [
      ['types=moon.full', '/types'],
      ['type=draft.submitted', '/type'],
    ]) {
      expect(expectProblem(await ask(`/api/v1/events/stream?${query}`), 'validation_failed').errors).toMatchObject([{ pointer }]);
    }
    const { workspaceId } = await givenWorkspace(api.services);
    expectProblem(await ask(`/api/v1/events/stream?workspace_id=${workspaceId}`), 'not_found');
  });

  it('of some types also numbers what it leaves out, so a reader resumes without gaps, and not from an expired number', async () => {
    const { headers, workspace, submit, decide } = await arrange();
    const { approval } = await submit();
    const decisions = '?types=approval.decided';
    const begun = await readStream(headers, 1, undefined, decisions, 2);
    expect(begun).toMatchObject({ events: [], isEnded: false });
    await decide(approval);
    const resumed = await readStream({ ...headers, 'last-event-id': '2' }, 1, undefined, decisions);
    expect(resumed.events).toEqual([{ id: 3, event: 'approval.decided' }]);
    await readStream({ ...headers, 'last-event-id': '3' }, 1, submit, decisions, 6);
    await api.services.orm.em.fork().execute('delete from events where workspace_id = ? and sequence <= 6', [workspace.id]);
    expect(await readStream({ ...headers, 'last-event-id': '6' }, 1, undefined, decisions, 6)).toMatchObject({
      status: 200,
      isEnded: false,
    });
  });

  it('ends with the grant', async () => {
    const { headers, owner, grantId } = await arrange();
    const revoke = () => actAs(api.services, owner, (ctx) => revokeGrant(ctx, grantId));
    expect(await readStream(headers, 5, revoke)).toMatchObject({ isEnded: true });
  });

  it('is for readers, and rejects a cursor of another workspace', async () => {
    const { workspace, headers } = await arrange();
    const { authorization } = await givenAgent(api.services, workspace, { scopes: ['drafts:write'] });
    expect((await readStream({ authorization }, 1)).status).toBe(403);
    expect((await readStream({}, 1)).status).toBe(401);
    expect((await readStream({ ...headers, 'last-event-id': '99' }, 1)).status).toBe(422);
    expect((await readStream({ ...headers, 'last-event-id': 'evt_1' }, 1)).status).toBe(422);
    for (const after of ['99', 'evt_1']) {
      const response = await api.app.inject({ url: `/api/v1/events/stream?after=${after}`, headers });
      expect(expectProblem(response, 'validation_failed').errors).toMatchObject([{ pointer: '/after' }]);
    }
  });
});
