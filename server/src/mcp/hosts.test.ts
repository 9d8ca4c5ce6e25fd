import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Scope } from '../access/actor.ts';
import { carryOutRetractions } from '../publishing/published/carry-out-retractions.ts';
import { decideRetraction } from '../publishing/published/decide-retraction.ts';
import { Retraction } from '../publishing/retraction.entity.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { actAs } from '../testing/actors.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { useOauth } from '../testing/oauth.ts';
import { HOSTS, type HostKind, type ToolResult } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const web = useOauth(database);
const open: { close(): Promise<void> }[] = [];
let stage: Stage;

beforeAll(async () => {
  stage = await givenStage(web.services);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

type Decision = 'approved' | 'changes_requested';
type Submitted = Awaited<ReturnType<Stage['submit']>>;

/** What an agent reads of a draft or a job, as far as it goes by it here. */
interface ToolContent {
  draft_id: string;
  revision: number;
  approval_state: string;
  publish_job: { job_id: string };
  approval: { approval_id: string; content_hash: string; decisions: object[] };
}

const decideOn = ({ approval_id: approvalId, content_hash: contentHash }: ToolContent['approval'], decision: Decision, comment?: string) =>
  actAs(web.services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision, ...(comment && { comment }) }));
const decide = ({ approval }: Submitted, decision: Decision, comment?: string) =>
  actAs(web.services, stage.owner, (ctx) =>
    recordDecision(ctx, {
      approvalId: approval?.id ?? '',
      contentHash: approval?.contentHash ?? '',
      decision,
      ...(comment && { comment }),
    }),
  );

interface Opened {
  url?: string;
  mode?: string;
}

/** A host that shows its person addresses; what the person does there is `visit`. */
async function withBrowser(visit: (asked: Opened) => Promise<'accept' | 'decline'>, kind: HostKind = 'revision 2026-07-28') {
  const { authorization } = await givenAgent(web.services, stage.workspace);
  const client = await HOSTS[kind](web.url, { authorization }, { elicitation: { url: {} } });
  open.push(client);
  const asked: Opened[] = [];
  if ('getServerVersion' in client && kind === 'revision 2026-07-28') {
    (client as Awaited<ReturnType<(typeof HOSTS)['revision 2026-07-28']>>).setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as Opened);
      return { action: await visit(params as Opened) };
    });
  }
  const wait = async (args: Record<string, unknown>) =>
    (await client.callTool({ name: 'wait_for_decision', arguments: args })) as unknown as ToolResult;
  return { client, asked, wait, authorization };
}

describe('a host that can open URLs', () => {
  it('shows the approval page to its user, and returns the decision to the agent', async () => {
    const submitted = await stage.submit();
    const { asked, wait } = await withBrowser(async () => {
      await decide(submitted, 'approved');
      return 'accept';
    });
    const { structuredContent, isError } = await wait({ job_id: submitted.job?.id });
    expect(isError ?? false).toBe(false);
    expect(asked).toMatchObject([{ mode: 'url', url: `${web.url}/approvals/${submitted.approval?.id}` }]);
    expect(structuredContent).toMatchObject({ approval_state: 'approved' });
  });

  it('shows where a person signs a removal, and returns what came of it', async () => {
    const { publicationId, jobId: job_id } = await givenQueued(stage);
    await workOnPublication(web.services, publicationId, { signal: new AbortController().signal });
    const { client, asked, wait } = await withBrowser(async () => {
      const { id: retractionId, contentHash } = await web.services.orm.em.fork().findOneOrFail(Retraction, { publicationId });
      await actAs(web.services, stage.owner, (ctx) => decideRetraction(ctx, { retractionId, contentHash, isSigned: true }));
      return 'accept';
    });
    const call = async (name: string, args: object) => (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolResult;
    const { structuredContent: published } = await call('get_publish_job', { job_id });
    const actions = ['request_edit', 'request_retraction'];
    expect(published).toMatchObject({ allowed_actions: actions, publications: [{ allowed_actions: actions }] });
    const requested = await call('request_retraction', { publication_id: publicationId, reason: 'It was moved to Sunday.' });
    const page = `${web.url}/jobs/${job_id}`;
    expect(requested.structuredContent).toMatchObject({ approval_url: page });
    expect(requested.content[0]?.text).toMatch(
      new RegExp(
        `^${job_id} is published\\. sandbox: \\S+ is published until a person signs its removal\\.\\n.*this URL: ${page}\\n.*wait_for_decision`,
      ),
    );
    const signed = await wait({ job_id });
    expect(asked).toMatchObject([{ mode: 'url', url: page }]);
    expect(signed.structuredContent).toMatchObject({ publications: [{ retraction: { state: 'signed' } }] });
    expect(signed.structuredContent).not.toHaveProperty('approval_url');
    const postListed = async () => {
      const { structuredContent } = await call('list_publish_jobs', {});
      const [job] = (structuredContent.publish_jobs as { job_id: string; posts: object[] }[]).filter((one) => one.job_id === job_id);
      return job?.posts[0];
    };
    expect(await postListed()).toMatchObject({ state: 'published', retraction: 'signed', url: expect.any(String) });
    await carryOutRetractions(web.services);
    expect((await call('get_publish_job', { job_id })).structuredContent.allowed_actions).toEqual([]);
    expect(await postListed()).toEqual({ platform: 'sandbox', state: 'published', retraction: 'removed' });
    expect((await call('get_publish_job', { job_id })).content[0]?.text).toMatch(/sandbox: \S+ was removed from its network\.$/m);
  });

  it('waits over REST for the decision on a removal', async () => {
    const { publicationId, jobId } = await givenQueued(stage);
    await workOnPublication(web.services, publicationId, { signal: new AbortController().signal });
    const { authorization } = await givenAgent(web.services, stage.workspace);
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ reason: 'It was moved to Sunday.' });
    await fetch(`${web.url}/api/v1/publications/${publicationId}/retraction`, { method: 'POST', headers, body });
    const listen = vi.spyOn(web.services.changes, 'listen');
    const waiting = fetch(`${web.url}/api/v1/publish-jobs/${jobId}?wait=30`, { headers });
    await expect.poll(() => listen.mock.settledResults[0]?.type).toBe('fulfilled');
    const { id: retractionId, contentHash } = await web.services.orm.em.fork().findOneOrFail(Retraction, { publicationId });
    await actAs(web.services, stage.owner, (ctx) => decideRetraction(ctx, { retractionId, contentHash, isSigned: false }));
    expect(await (await waiting).json()).toMatchObject({ publications: [{ retraction: { state: 'declined' } }] });
    listen.mockRestore();
  });

  it('decides nothing by accepting itself: the approval stays pending', async () => {
    const submitted = await stage.submit();
    const { wait } = await withBrowser(async () => 'accept');
    const { structuredContent } = await wait({ job_id: submitted.job?.id, wait: 0 });
    expect(structuredContent).toMatchObject({ approval_state: 'pending', state: 'blocked' });
  });

  it('returns to the agent at once if the person declines the page', async () => {
    const submitted = await stage.submit();
    const { wait } = await withBrowser(async () => 'decline');
    const { structuredContent, content } = await wait({ job_id: submitted.job?.id });
    expect(structuredContent).toMatchObject({ approval_state: 'pending' });
    expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link' }));
  });

  it('shows no page for an invalid call', async () => {
    const submitted = await stage.submit();
    const { asked, wait } = await withBrowser(async () => 'accept');
    expect(await wait({ job_id: submitted.job?.id, wait: 'long' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'validation_failed', errors: [{ pointer: '/wait' }] },
    });
    expect(asked).toEqual([]);
  });

  it('shows no page for a job that is already decided', async () => {
    const submitted = await stage.submit();
    await decide(submitted, 'approved');
    const { asked, wait } = await withBrowser(async () => 'accept');
    expect((await wait({ job_id: submitted.job?.id })).structuredContent).toMatchObject({ approval_state: 'approved' });
    expect(asked).toEqual([]);
  });

  it('rejects a request state that is forged, belongs to another agent or has expired', async () => {
    const submitted = await stage.submit();
    const [own, other] = [await givenAgent(web.services, stage.workspace), await givenAgent(web.services, stage.workspace)];
    const send = async (authorization: string, requestState?: string) => {
      const envelope = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
      };
      const params = { name: 'wait_for_decision', arguments: { job_id: submitted.job?.id, wait: 0 }, _meta: envelope };
      const response = await fetch(`${web.url}/api/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'wait_for_decision',
          authorization,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { ...params, ...(requestState && { requestState, inputResponses: { decision: { action: 'accept' } } }) },
        }),
      });
      return (await response.json()) as {
        error?: { code: number; data?: unknown };
        result?: { resultType?: string; requestState?: string };
      };
    };
    const { result } = await send(own.authorization);
    expect(result?.resultType).toBe('input_required');
    const state = result?.requestState ?? '';
    expect(state).not.toContain(submitted.job?.id);
    expect((await send(own.authorization, state)).error).toBeUndefined();
    const refused = { code: -32602, data: { reason: 'invalid_request_state' } };
    expect((await send(own.authorization, `${state.slice(0, -4)}AAAA`)).error).toMatchObject(refused);
    expect((await send(other.authorization, state)).error).toMatchObject(refused);
    web.clock.advance(3_600_001);
    expect((await send(own.authorization, state)).error).toMatchObject(refused);
  });
});

it('a host of the previous revision also waits, and passes on the URL itself', async () => {
  const submitted = await stage.submit();
  const { wait } = await withBrowser(async () => 'accept', 'revision 2025-11-25');
  const { content, structuredContent } = await wait({ job_id: submitted.job?.id, wait: 0 });
  expect(structuredContent).toMatchObject({ approval_state: 'pending' });
  expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link', uri: expect.stringContaining('/approvals/') }));
});

it('an agent reads why changes were requested, revises its draft and requests approval again, on the same job', async () => {
  const { client } = await withBrowser(async () => 'decline');
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: args })) as unknown as ToolResult;
    expect({ name, refused: result.isError ? result.content[0]?.text : null }).toEqual({ name, refused: null });
    return result.structuredContent as unknown as ToolContent;
  };
  const text = 'The harbour festival opens on Friday, with music on the pier.';
  const made = await call('create_draft', { source_text: text, platforms: ['sandbox'], publish_mode: 'approval_queue' });
  const [draft_id, job_id] = [made.draft_id, made.publish_job.job_id];
  await decideOn(made.approval, 'changes_requested', 'Say on which pier.');

  const waited = await call('wait_for_decision', { job_id });
  expect(waited.approval_state).toBe('changes_requested');
  const read = await call('get_draft', { draft_id });
  expect(read.approval.decisions).toMatchObject([{ decision: 'changes_requested', comment: 'Say on which pier.' }]);
  await call('comment_on_draft', { draft_id, text: 'The north pier; I mend it.' });
  await call('change_draft', { draft_id, revision: read.revision, source_text: text.replace('the pier', 'the north pier') });
  const again = await call('submit_draft', { draft_id });
  expect(again.publish_job.job_id).toBe(job_id);
  await decideOn(again.approval, 'approved');
  expect(await call('wait_for_decision', { job_id })).toMatchObject({ approval_state: 'approved', state: 'queued' });
});

describe('completion', () => {
  it('offers the drafts and jobs of the workspace, and of no other', async () => {
    const submitted = await stage.submit();
    const foreign = await (await givenStage(web.services)).submit();
    const { client } = await withBrowser(async () => 'accept');
    const offered = async (uri: string, name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values;
    const drafts = await offered('countersign://drafts/{draft_id}', 'draft_id', 'drf_');
    expect(drafts).toContain(submitted.draft.id);
    expect(drafts).not.toContain(foreign.draft.id);
    expect(await offered('countersign://publish-jobs/{job_id}', 'job_id', submitted.job?.id ?? '')).toEqual([submitted.job?.id]);
  });

  it('offers only drafts with requested changes, and platforms that are not listed yet', async () => {
    const [waiting, answered] = [await stage.submit(), await stage.submit()];
    await decide(answered, 'changes_requested', 'Name the pier.');
    const { client } = await withBrowser(async () => 'accept');
    const offered = async (prompt: string, name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name, value } })).completion.values;
    const drafts = await offered('answer_the_reviewer', 'draft_id', '');
    expect(drafts).toContain(answered.draft.id);
    expect(drafts).not.toContain(waiting.draft.id);
    expect(await offered('plan_the_week', 'platforms', 'sandbox, blue')).toEqual(['sandbox, bluesky']);
  });

  it('offers nothing to a key without the scope read', async () => {
    const { authorization } = await givenAgent(web.services, stage.workspace, { scopes: ['drafts:write'] });
    const client = await HOSTS['revision 2026-07-28'](web.url, { authorization });
    open.push(client);
    for (const [prompt, name] of [
      ['answer_the_reviewer', 'draft_id'],
      ['plan_the_week', 'platforms'],
    ] as const)
      expect(
        (await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name, value: '' } })).completion.values,
      ).toEqual([]);
  });
});

describe('a subscription', () => {
  async function listen(uris: string[], scopes?: Scope[], { workspace } = stage) {
    const { authorization, grantId } = await givenAgent(web.services, workspace, scopes && { scopes });
    const client = (await HOSTS['revision 2026-07-28'](web.url, { authorization })) as Awaited<
      ReturnType<(typeof HOSTS)['revision 2026-07-28']>
    >;
    open.push(client);
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const subscription = await client.listen({ resourceSubscriptions: uris });
    return { updated, subscription, grantId };
  }

  it('reports changes once they are committed, and only for the requested resources', async () => {
    const [mine, other] = [await stage.submit(), await stage.submit()];
    const uri = `countersign://publish-jobs/${mine.job?.id}`;
    const { updated } = await listen([uri]);
    await decide(other, 'approved');
    await decide(mine, 'approved');
    await expect.poll(() => updated).toContain(uri);
    expect(new Set(updated)).toEqual(new Set([uri]));
  });

  it('reports a vote that does not decide the approval', async () => {
    const careful = await givenStage(web.services, { workspace: { approvalsRequired: 2 } });
    const submitted = await careful.submit();
    const uris = [`countersign://publish-jobs/${submitted.job?.id}`, `countersign://drafts/${submitted.draft.id}`];
    const { updated } = await listen(uris, undefined, careful);
    await careful.approve(submitted.approval);
    await expect.poll(() => new Set(updated)).toEqual(new Set(uris));
  });

  it('notifies an agent of its own access only', async () => {
    const [first, second] = [await listen(['countersign://me']), await listen(['countersign://me'])];
    const narrow = 'update grants set jobs_per_day = 3 where id = ?';
    await web.services.orm.em.fork().execute(narrow, [first.grantId]);
    await expect.poll(() => first.updated).toEqual(['countersign://me']);
    await web.services.orm.em.fork().execute(narrow, [second.grantId]);
    await expect.poll(() => second.updated).toEqual(['countersign://me']);
    expect(first.updated).toEqual(['countersign://me']);
  });

  it('reports nothing about another customer, whichever resource is requested', async () => {
    const foreign = await givenStage(web.services);
    const submitted = await foreign.submit();
    const mine = await stage.submit();
    const uri = `countersign://publish-jobs/${mine.job?.id}`;
    const { updated } = await listen([`countersign://publish-jobs/${submitted.job?.id}`, uri]);
    await actAs(web.services, foreign.owner, (ctx) =>
      recordDecision(ctx, {
        approvalId: submitted.approval?.id ?? '',
        contentHash: submitted.approval?.contentHash ?? '',
        decision: 'approved',
      }),
    );
    await decide(mine, 'approved');
    await expect.poll(() => updated).toContain(uri);
    expect(new Set(updated)).toEqual(new Set([uri]));
  });

  it('ends with the grant behind it', async () => {
    const { subscription, grantId } = await listen(['countersign://me']);
    await web.services.orm.em.fork().execute(`update grants set state = 'revoked', revoked_at = now() where id = ?`, [grantId]);
    expect(await subscription.closed).toBe('remote');
  });

  it('is refused to a key without the scope read', async () => {
    await expect(listen(['countersign://me'], ['drafts:write'])).rejects.toThrow();
  });
});
