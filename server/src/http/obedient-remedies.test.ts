import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { SCOPES } from '../access/actor.ts';
import type { Outcome } from '../platforms/platform.ts';
import { cancelJob } from '../publishing/jobs/end-job.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { SMALLEST_PNG } from '../testing/pictures.ts';
import { callByTool, REST_ONLY, type Transport, unknownNames } from '../testing/servers/mcp-hosts.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { WEBHOOK_SECRET } from '../testing/webhooks.ts';
import { buildWeb } from '../web.ts';

const database = useTestDatabase();

interface Answer {
  status: number;
  body: Record<string, never> & { remedy?: string; draft_id?: string; revision?: number };
}
type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object | Buffer,
  headers?: Record<string, string>,
) => Promise<Answer>;
/** An agent, a person who decides, and a platform with the given outcomes. */
async function arrange(transport: Transport, ...outcomes: Outcome[]) {
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, { id }, hooks) {
      await hooks.onSending();
      return outcomes.shift() ?? { kind: 'published', providerId: id, url: null };
    },
    find: async () => ({ kind: 'unsure', message: 'The platform cannot say.' }),
  }));
  const stage = await givenStage(engine.services);
  const { services, workspaceId, owner } = stage;
  const { authorization } = await givenAgent(services, stage.workspace, { scopes: SCOPES.filter((scope) => scope !== 'publish:auto') });
  const app = await buildWeb(services);
  const byRest: Call = async (method, path, payload, headers = {}) => {
    const url = `/api/v1${path}`;
    const response = await app.inject({ method, url, headers: { authorization, ...headers }, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.json() };
  };
  const byTool: Call = async (method, path, body, headers = {}) => {
    if (Buffer.isBuffer(body)) return byRest(method, path, body, headers);
    const called = await callByTool(app, authorization, { method, path, ...(body && { body }), headers });
    if (!called) throw new Error(`No tool does ${method} ${path}.`);
    return { status: called.status, body: called.body as Answer['body'] };
  };
  const call = transport === 'MCP' ? byTool : byRest;
  const content = (more: object = {}) => ({
    ...{ workspace_id: workspaceId, source_text: `The festival opens, ${randomUUID()}.`, platforms: ['sandbox'] },
    ...more,
  });
  const create = async (more: object = {}): Promise<string> => String((await call('POST', '/drafts', content(more))).body.draft_id);
  const read = async (draft: string) => (await call('GET', `/drafts/${draft}`)).body as unknown as Draft;
  const decide = async (draft: string, decision: 'approved' | 'rejected') => {
    const { approval } = await read(draft);
    const { approval_id: approvalId, content_hash: contentHash } = approval;
    await actAs(services, owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision, comment: 'No.' }));
  };
  const publish = async (draft: string) => {
    await decide(draft, 'approved');
    const { publish_job: job } = await read(draft);
    for (const { id } of await stage.publicationsOf(job.job_id)) await engine.deliver(id);
  };
  return { ...engine, ...stage, app, authorization, call, content, create, read, decide, publish };
}
type Played = Awaited<ReturnType<typeof arrange>>;
interface Draft {
  draft_id: string;
  revision: number;
  status: string;
  approval: { approval_id: string; content_hash: string };
  publish_job: { job_id: string };
  allowed_actions: string[];
}

const postsOf = async (call: Call, { publish_job: job }: Draft) =>
  (await call('GET', `/publish-jobs/${job.job_id}`)).body.publications as unknown as { publication_id: string }[];

const SUBMITTED = { publish_mode: 'approval_queue' };
const PICTURE = { 'content-type': 'image/png' };

/** What an agent does that takes each remedy at its word. `draft` is the one that it was refused about, `again` its request once more. */
const OBEY: [RegExp, (on: Played, draft: string, again: () => Promise<Answer>) => Promise<Answer>][] = [
  [
    /request an edit with (?:POST \/v1\/publications\/{publication_id}\/edit|request_edit), or the removal/,
    async ({ call, read }, draft) => {
      const { publication_id: post } = (await postsOf(call, await read(draft)))[0] ?? {};
      return call('POST', `/publications/${post}/edit`, { text: 'Other words.' });
    },
  ],
  [/Create a new draft/, ({ call, content }) => call('POST', '/drafts', content(SUBMITTED))],
  [
    /Change the draft, then submit it again/,
    async ({ call, read }, draft) => {
      const { revision } = await read(draft);
      await call('PATCH', `/drafts/${draft}`, { source_text: `Other words, ${randomUUID()}.` }, { 'if-match': `"${revision}"` });
      return call('POST', `/drafts/${draft}/submit`, {});
    },
  ],
  [
    /Read the draft again and repeat the change with its current `revision`|Send If-Match with the revision you read|Correct the fields listed/,
    async ({ call, read }, draft) => {
      const { revision } = await read(draft);
      return call('PATCH', `/drafts/${draft}`, { source_text: 'Other words.' }, { 'if-match': `"${revision}"` });
    },
  ],
  [
    /Write them with (?:POST \/v1\/captions|write_captions), then try again/,
    async ({ call, workspaceId }, draft, again) => {
      await call('POST', '/captions', { workspace_id: workspaceId, draft_id: draft });
      return again();
    },
  ],
  [
    /Remove an endpoint that you no longer need, then add this one/,
    async ({ call }, _draft, again) => {
      const [first] = (await call('GET', '/webhook-endpoints')).body.webhook_endpoints as unknown as { endpoint_id: string }[];
      await call('DELETE', `/webhook-endpoints/${first?.endpoint_id}`);
      return again();
    },
  ],
  [/Retry the publish job/, async ({ call, read }, draft) => call('POST', `/publish-jobs/${(await read(draft)).publish_job.job_id}/retry`)],
  [/Leave the note out; a comment/, ({ call }, draft) => call('POST', `/drafts/${draft}/comments`, { text: 'From the programme.' })],
  [
    /Remove it from the draft first/,
    async ({ call, read }, draft, again) => {
      const { revision } = await read(draft);
      await call('PATCH', `/drafts/${draft}`, { media_ids: [] }, { 'if-match': `"${revision}"` });
      return again();
    },
  ],
  [
    /Use the existing draft: draft_id is its id, and (?:GET \/v1\/drafts|list_drafts) with the same external_id returns it/,
    async ({ call }, draft) => {
      const found = (await call('GET', '/drafts?external_id=friday')).body.drafts as unknown as Draft[];
      expect(found.map(({ draft_id: id }) => id)).toEqual([draft]);
      return call('GET', `/drafts/${draft}`);
    },
  ],
  [/No action is needed|see what it waits for/, ({ call }, draft) => call('GET', `/drafts/${draft}`)],
];

/** Takes a remedy at its word. Throws where no one could know what it asks for. */
function obey(on: Played, remedy: string | undefined, draft: string, again: () => Promise<Answer>): Promise<Answer> {
  const found = OBEY.filter(([words]) => words.test(remedy ?? ''));
  const [first] = found;
  if (!first) throw new Error(`There is no way to follow this remedy: ${remedy}`);
  return first[1](on, draft, again);
}

const published = async (on: Played): Promise<string> => {
  const draft = await on.create(SUBMITTED);
  await on.publish(draft);
  return draft;
};
const archived = async (on: Played): Promise<string> => {
  const draft = await on.create();
  await on.call('DELETE', `/drafts/${draft}`);
  return draft;
};
const patch = ({ call }: Played, draft: string, revision: string, body: object = { source_text: 'Other words.' }) =>
  call('PATCH', `/drafts/${draft}`, body, { 'if-match': revision });
const wanted = ({ workspaceId }: Played, draft: string) => ({ workspace_id: workspaceId, draft_id: draft });
const jobOf = async (on: Played, draft: string) => `/publish-jobs/${(await on.read(draft)).publish_job.job_id}`;

/** Each makes a draft and the request about it that is refused. */
const REFUSED: Record<string, (on: Played) => Promise<{ draft: string; ask: () => Promise<Answer> }>> = {
  'changes a published draft': async (on) => {
    const draft = await published(on);
    const { revision } = await on.read(draft);
    return { draft, ask: () => patch(on, draft, `"${revision}"`) };
  },
  'submits a published draft': async (on) => {
    const draft = await published(on);
    return { draft, ask: () => on.call('POST', `/drafts/${draft}/submit`, {}) };
  },
  'queues a published draft': async (on) => {
    const draft = await published(on);
    return { draft, ask: () => on.call('POST', '/publish-jobs', wanted(on, draft)) };
  },
  'archives a published draft': async (on) => {
    const draft = await published(on);
    return { draft, ask: () => on.call('DELETE', `/drafts/${draft}`) };
  },
  'changes an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => patch(on, draft, '"1"') };
  },
  'submits an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => on.call('POST', `/drafts/${draft}/submit`, {}) };
  },
  'archives an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => on.call('DELETE', `/drafts/${draft}`) };
  },
  'writes captions for an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => on.call('POST', '/captions', wanted(on, draft)) };
  },
  'prepares payloads of an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => on.call('POST', '/payloads', wanted(on, draft)) };
  },
  'queues an archived draft': async (on) => {
    const draft = await archived(on);
    return { draft, ask: () => on.call('POST', '/publish-jobs', wanted(on, draft)) };
  },
  'prepares payloads before there are captions': async (on) => {
    const draft = await on.create();
    return { draft, ask: () => on.call('POST', '/payloads', wanted(on, draft)) };
  },
  'submits a rejected draft as it is': async (on) => {
    const draft = await on.create(SUBMITTED);
    await on.decide(draft, 'rejected');
    return { draft, ask: () => on.call('POST', `/drafts/${draft}/submit`, {}) };
  },
  'changes an older revision': async (on) => {
    const draft = await on.create();
    await patch(on, draft, '"1"');
    return { draft, ask: () => patch(on, draft, '"1"') };
  },
  'changes a revision that it made up': async (on) => {
    const draft = await on.create();
    return { draft, ask: () => patch(on, draft, '"99"') };
  },
  'sends something else as the revision': async (on) => {
    const draft = await on.create();
    return { draft, ask: () => patch(on, draft, '"latest"') };
  },
  'names no revision': async (on) => {
    const draft = await on.create();
    return { draft, ask: () => on.call('PATCH', `/drafts/${draft}`, { source_text: 'Other words.' }) };
  },
  'adds one endpoint too many': async (on) => {
    const add = () => on.call('POST', '/webhook-endpoints', { url: `http://127.0.0.1:9/${randomUUID()}`, secret: WEBHOOK_SECRET });
    for (let number = 0; number < 20; number += 1) expect((await add()).status).toBe(201);
    return { draft: '', ask: add };
  },
  'changes the note after the decision': async (on) => {
    const draft = await on.create(SUBMITTED);
    await on.decide(draft, 'approved');
    const { revision } = await on.read(draft);
    return { draft, ask: () => patch(on, draft, `"${revision}"`, { note_to_reviewer: 'From the programme.' }) };
  },
  'removes an image that a draft uses': async (on) => {
    const { media_id: media } = (await on.call('POST', '/media', SMALLEST_PNG, PICTURE)).body as unknown as { media_id: string };
    const draft = await on.create({ media_ids: [media] });
    return { draft, ask: () => on.call('DELETE', `/media/${media}`) };
  },
  'uses an external_id twice': async (on) => {
    const draft = await on.create({ external_id: 'friday' });
    return { draft, ask: () => on.call('POST', '/drafts', on.content({ external_id: 'friday' })) };
  },
  'cancels a published job': async (on) => {
    const draft = await published(on);
    const job = await jobOf(on, draft);
    return { draft, ask: () => on.call('POST', `${job}/cancel`) };
  },
  'cancels a cancelled job': async (on) => {
    const draft = await on.create(SUBMITTED);
    const job = await jobOf(on, draft);
    await actAs(on.services, on.owner, (ctx) => cancelJob(ctx, job.split('/').pop() ?? ''));
    return { draft, ask: () => on.call('POST', `${job}/cancel`) };
  },
  'retries a published job': async (on) => {
    const draft = await published(on);
    const job = await jobOf(on, draft);
    return { draft, ask: () => on.call('POST', `${job}/retry`) };
  },
  'retries a job that waits': async (on) => {
    const draft = await on.create(SUBMITTED);
    const job = await jobOf(on, draft);
    return { draft, ask: () => on.call('POST', `${job}/retry`) };
  },
};

/** Tools have no webhook endpoints, take an image by its address, and need no header. */
const OF_REST: ReadonlySet<string> = new Set(['adds one endpoint too many', 'names no revision']);
const PLAYS = Object.entries(REFUSED).flatMap(([what, arranged]) =>
  (OF_REST.has(what) ? (['REST'] as const) : (['REST', 'MCP'] as const)).map((transport) => [what, transport, arranged] as const),
);

it.each(PLAYS)('an agent that %s over %s can continue by following the remedy', async (_what, transport, arranged) => {
  const on = await arrange(transport);
  const { draft, ask } = await arranged(on);
  const { status, body } = await ask();
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  // No agent asks for a draft to become one.
  expect(JSON.stringify(body)).not.toContain('it cannot become draft');
  if (transport === 'MCP') {
    expect(JSON.stringify(body)).not.toMatch(REST_ONLY);
    expect(await unknownNames(on.app, on.authorization, body)).toEqual([]);
  }
  const after = await obey(on, body.remedy, draft, ask);
  expect(after.status, `${body.remedy} ${JSON.stringify(after.body)}`).toBeLessThan(400);
});

const TRANSPORTS = ['REST', 'MCP'] as const;

interface Job {
  allowed_actions: string[];
  publications: { failure: { code: string; remedy: string; retryable: boolean } | null }[];
}
const failureOf = async (on: Played, draft: string) => {
  const job = (await on.call('GET', await jobOf(on, draft))).body as unknown as Job;
  return { actions: job.allowed_actions, failure: job.publications.find(({ failure }) => failure)?.failure };
};
const rejected: Outcome = { kind: 'rejected', message: 'Not these words.' };

it.each(TRANSPORTS)('is not offered a retry over %s of what the platform rejected; with other text it is published', async (transport) => {
  const on = await arrange(transport, rejected);
  const draft = await published(on);
  const { actions, failure } = await failureOf(on, draft);
  expect([actions, failure]).toEqual([[], expect.objectContaining({ code: 'rejected', retryable: false })]);
  // It may be the video, and not the words.
  expect(failure?.remedy).not.toMatch(/words/);
  const refused = await on.call('POST', `${await jobOf(on, draft)}/retry`);
  expect(refused.body.remedy).toBe(failure?.remedy);
  // Nor is the same content submitted for a decision.
  const submit = transport === 'MCP' ? 'submit_draft' : 'submit';
  expect((await on.read(draft)).allowed_actions).not.toContain(submit);
  const { events } = (await on.call('GET', '/events')).body as unknown as { events: Draft[] };
  expect(events.at(-1)?.allowed_actions).not.toContain(submit);
  const again = await on.call('POST', `/drafts/${draft}/submit`, {});
  expect(again).toMatchObject({ status: 409, body: { detail: 'The network refused this content: Not these words.' } });
  expect(again.body.remedy).toBe('Change what it refused, such as a caption or a picture, then submit the draft again.');
  // Nor after a change of something else.
  const reschedule = async (scheduled_at: string | null) => {
    const { revision } = await on.read(draft);
    // In MCP null is an omitted argument.
    const change = transport === 'MCP' && scheduled_at === null ? { clear: ['scheduled_at'] } : { scheduled_at };
    return on.call('PATCH', `/drafts/${draft}`, change, { 'if-match': `"${revision}"` });
  };
  expect((await reschedule(new Date(Date.now() + 30 * 86_400_000).toISOString())).status).toBe(200);
  expect(await on.call('POST', `/drafts/${draft}/submit`, {})).toMatchObject({ status: 409, body: { detail: again.body.detail } });
  await reschedule(null);
  expect((await obey(on, failure?.remedy, draft, async () => refused)).status).toBeLessThan(400);
  await on.publish(draft);
  expect((await on.read(draft)).status).toBe('published');
});

it.each(TRANSPORTS)('creates a new draft over %s of what one platform rejected while the rest is published', async (transport) => {
  const on = await arrange(transport, { kind: 'published', providerId: 'post-1', url: null }, rejected);
  await on.connect('sandbox', { handle: 'lighthouse' });
  const draft = await published(on);
  const { actions, failure } = await failureOf(on, draft);
  // Of the post that was published; nothing is tried again.
  expect([actions, failure?.retryable]).toEqual([['request_edit', 'request_retraction'], false]);
  expect((await obey(on, failure?.remedy, draft, async () => ({ status: 500, body: {} as never }))).status).toBeLessThan(400);
});

it.each(TRANSPORTS)('retries over %s what was given up, and publishes it', async (transport) => {
  const on = await arrange(
    transport,
    ...Array.from({ length: 30 }, (): Outcome => ({ kind: 'unavailable', message: 'Down.', retryAfterSeconds: null })),
  );
  const draft = await on.create(SUBMITTED);
  await on.decide(draft, 'approved');
  const [publication] = await on.publicationsOf((await on.read(draft)).publish_job.job_id);
  await on.deliver(publication?.id ?? '');
  expect((await failureOf(on, draft)).failure).toMatchObject({
    code: 'unavailable',
    retryable: false,
    remedy: expect.stringMatching(/No action is needed/),
  });
  await on.settle(publication?.id ?? '');
  const { actions, failure } = await failureOf(on, draft);
  expect([actions, failure]).toEqual([
    [transport === 'MCP' ? 'retry_publish_job' : 'retry'],
    expect.objectContaining({ code: 'gave_up', retryable: true }),
  ]);
  expect((await obey(on, failure?.remedy, draft, async () => ({ status: 500, body: {} as never }))).status).toBeLessThan(400);
  expect((await failureOf(on, draft)).failure).toBeUndefined();
});
