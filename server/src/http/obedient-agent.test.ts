import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { Connection } from '../connections/connection.entity.ts';
import type { Context } from '../context.ts';
import type { DraftChange } from '../drafts/change-draft-source.ts';
import { cancelJob } from '../publishing/jobs/end-job.ts';
import { settleUnknown } from '../publishing/reconciliation/settle-unknown.ts';
import { approveEdited } from '../publishing/review/approve-edited.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { previewEdits } from '../publishing/review/content/preview-edits.ts';
import { discardDraft } from '../publishing/review/discard-draft.ts';
import { leaveOutTarget } from '../publishing/review/leave-out-target.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { sweep } from '../publishing/sweep.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { callByTool, REST_ONLY, type Transport } from '../testing/servers/mcp-hosts.ts';
import { givenStage, type StageOptions } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { buildWeb } from '../web.ts';
import type { DraftView } from './v1/drafts/drafts.views.ts';
import type { PublishJobView } from './v1/publish-jobs.views.ts';

const database = useTestDatabase();
const ENDED = ['published', 'partially_published', 'failed', 'cancelled'];

/** An agent that follows remedies, allowed actions and the links of REST exactly, and a desk next to it. */
async function arrange(options: StageOptions = {}, platforms = ['sandbox'], transport: Transport = 'REST') {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, options);
  const { services, workspaceId, owner } = stage;
  const { authorization } = await givenAgent(services, stage.workspace);
  const app = await buildWeb(services);
  const refused: string[] = [];
  const call = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}): Promise<T> => {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    if (transport === 'MCP') {
      const sent = { method, path: path.replace('/api/v1', ''), headers: { ...key, ...headers }, ...(payload && { body: payload }) };
      const called = (await callByTool(app, authorization, sent)) ?? expect.fail(`No tool does ${method} ${path}.`);
      expect(`${called.text} ${JSON.stringify(called.body)}`).not.toMatch(REST_ONLY);
      if (called.status >= 400) refused.push(`${method} ${path}: ${called.text}`);
      return called.body as T;
    }
    const answer = await app.inject({ method, url: path, headers: { authorization, ...key, ...headers }, ...(payload && { payload }) });
    if (answer.statusCode >= 400) refused.push(`${method} ${path}: ${answer.body}`);
    return answer.json();
  };
  const draft = await call<DraftView>('POST', '/api/v1/drafts', {
    workspace_id: workspaceId,
    source_text: `The harbour festival opens on Friday, number ${randomUUID()}.`,
    platforms,
    approval_required: true,
    publish_mode: 'approval_queue',
  });
  const draftPath = `/api/v1/drafts/${draft.draft_id}`;
  const jobPath = (id: string) => `/api/v1/publish-jobs/${id}`;
  let job = await call<PublishJobView>('GET', jobPath(draft.publish_job?.job_id ?? ''));
  let mended = 0;

  /** One look at the job, and whatever it says is to be done. Answers whether anything was. */
  const obey = async (): Promise<boolean> => {
    job = await call<PublishJobView>('GET', jobPath(job.job_id));
    const { gates } = job.publishing_readiness;
    const [advice] = gates.filter(({ status }) => status === 'block').map(({ remedy }) => remedy);
    const [, current] = /^Follow (job_\S+) instead\b/.exec(advice ?? '') ?? [];
    if (transport === 'REST') expect(job._links.current_job?.href.split('/').pop()).toBe(current);
    if (current) {
      job = await call<PublishJobView>('GET', jobPath(current));
      return true;
    }
    if (job.state !== 'cancelled' && ENDED.includes(job.state)) return false;
    if (advice === undefined) return false;
    const now = await call<DraftView>('GET', draftPath);
    if (/^change the draft/i.test(advice)) {
      mended += 1;
      const body = { source_text: `Mended words, number ${mended} of ${randomUUID()}.` };
      const changed = await call<DraftView>('PATCH', draftPath, body, { 'if-match': `"${now.revision}"` });
      if (/ and submit it again/.test(advice)) await call('POST', `${draftPath}/submit`, { publish_mode: 'approval_queue' });
      return changed.draft_id === now.draft_id;
    }
    if (/^submit the draft again\.$/i.test(advice)) {
      await call('POST', `${draftPath}/submit`, { publish_mode: 'approval_queue' });
      return true;
    }
    return false;
  };
  const obeyAll = async () => {
    for (let step = 0; step < 10; step += 1) if (!(await obey())) return job;
    throw new Error(`The agent is sent in circles: ${JSON.stringify(job.publishing_readiness)}`);
  };
  const desk = <T>(work: (ctx: Context) => Promise<T>) => actAs(services, owner, work);
  const pending = () => services.orm.em.fork().findOne(Approval, { draftId: draft.draft_id, state: 'pending' });
  const decide = async (decision: 'approved' | 'rejected' | 'changes_requested') => {
    const approval = await pending();
    if (!approval) throw new Error('No approval was requested.');
    await desk((ctx) =>
      recordDecision(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision, comment: 'Because I say so.' }),
    );
  };
  /** A worker takes up all that is on the queue, again and again. */
  const work = async () => {
    for (let round = 0; round < 3; round += 1) {
      for (const { id } of await services.orm.em
        .fork()
        .execute<{ id: string }[]>('select id from publications where account_id = ?', [stage.accountId]))
        await engine.deliver(id);
    }
  };
  const posts = async () => {
    const ids = await services.orm.em
      .fork()
      .execute<{ id: string }[]>('select id from publications where account_id = ?', [stage.accountId]);
    return services.orm.em.fork().count(SandboxPost, { intentId: { $in: ids.map(({ id }) => id) } });
  };
  return { ...engine, ...stage, draft, desk, decide, pending, obeyAll, work, posts, refused, call, firstJob: job.job_id };
}

type Played = Awaited<ReturnType<typeof arrange>>;

const editAndApprove = async ({ desk, pending, services, owner }: Played) => {
  const approval = await pending();
  const edits = { captions: [{ platform: 'sandbox', text: 'As a person put it.', tags: [], thread: [] }] };
  const { contentHash: editedHash } = await previewEdits(contextFor(services, owner), approval?.id ?? '', edits);
  await desk((ctx) => approveEdited(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', edits, editedHash }));
};
const expire = async ({ services, draft }: Played) => {
  await services.orm.em.fork().nativeUpdate(Approval, { draftId: draft.draft_id }, { expiresAt: services.clock.now() });
  await sweep(services);
};

/** A person saves it in the draft editor. */
async function rewrite(
  desk: Played['desk'],
  draftId: string,
  read: () => Promise<DraftView>,
  changes: DraftChange = { sourceText: 'By a person.' },
) {
  const { revision } = await read();
  await desk((ctx) => changeDraft(ctx, { draftId, revision, changes }));
}

/** A person takes Bluesky, which has no account, out of it, after the agent has looked. */
const leaveBlueskyOut = async ({ desk, draft, services, obeyAll }: Played) => {
  await obeyAll();
  const { contentHash } = await services.orm.em.fork().findOneOrFail(Approval, { draftId: draft.draft_id }, { orderBy: { id: 'desc' } });
  await desk((ctx) => leaveOutTarget(ctx, { draftId: draft.draft_id, target: 'bluesky', contentHash }));
};

/** It is published with an unknown outcome, and after the agent has read it a person settles it. */
const settle = (verdict: 'published' | 'not_published') => async (on: Played) => {
  await on.decide('approved');
  await on.work();
  expect((await on.obeyAll()).publications).toMatchObject([{ state: 'unknown' }]);
  const [publication] = await on.publicationsOf(on.firstJob);
  const words = { verdict, reason: 'I have looked.', ...(verdict === 'published' && { link: 'https://example.org/post/1' }) };
  await on.desk((ctx) => settleUnknown(ctx, { publicationId: publication?.id ?? '', ...words }));
};

interface Path {
  options?: StageOptions;
  platforms?: string[];
  happens: (on: Played) => Promise<unknown>;
  /** The job goes on by the id that the agent was given first. */
  keepsId: boolean;
  posts: number;
  /** Published where it is posted, else cancelled, where left out. */
  ends?: string;
}

const PATHS: Record<string, Path> = {
  'is approved': { happens: ({ decide }) => decide('approved'), keepsId: true, posts: 1 },
  'is edited and approved': { happens: editAndApprove, keepsId: true, posts: 1 },
  'is edited and approved after changes were asked for and made': {
    async happens(on) {
      await on.decide('changes_requested');
      await on.obeyAll();
      await editAndApprove(on);
    },
    keepsId: true,
    posts: 1,
  },
  'is to be changed, is changed and is approved': { happens: ({ decide }) => decide('changes_requested'), keepsId: true, posts: 1 },
  'lacked a connection that is added': {
    options: { sandbox: null },
    async happens({ connect, services }) {
      await connect('sandbox', { handle: 'harbour' });
      await workOffWaiting(services);
    },
    keepsId: true,
    posts: 1,
  },
  'expires and is submitted again': { happens: expire, keepsId: false, posts: 1 },
  'is rejected, is changed and submitted again': { happens: ({ decide }) => decide('rejected'), keepsId: false, posts: 1 },
  'is rewritten by a person while it waits, and approved': {
    happens: ({ desk, draft, call }) => rewrite(desk, draft.draft_id, () => call<DraftView>('GET', `/api/v1/drafts/${draft.draft_id}`)),
    keepsId: true,
    posts: 1,
  },
  'is given another time by a person after it was approved': {
    async happens(on) {
      await on.decide('approved');
      const later = new Date(on.services.clock.now().getTime() + 60_000);
      await rewrite(on.desk, on.draft.draft_id, () => on.call<DraftView>('GET', `/api/v1/drafts/${on.draft.draft_id}`), {
        scheduledAt: later,
      });
      on.clock.advance(120_000);
      await sweep(on.services);
    },
    keepsId: true,
    posts: 1,
  },
  'lacks an account on one network, which a person leaves out, and is approved': {
    platforms: ['sandbox', 'bluesky'],
    happens: leaveBlueskyOut,
    keepsId: true,
    posts: 1,
  },
  'is approved and lacks an account on one network, which a person leaves out so that the rest goes on': {
    platforms: ['sandbox', 'bluesky'],
    async happens(on) {
      await on.decide('approved');
      await leaveBlueskyOut(on);
    },
    keepsId: true,
    posts: 1,
  },
  'was published, as a person confirms': {
    options: { sandbox: { failure: 'mute_after_acting' } },
    happens: settle('published'),
    keepsId: true,
    posts: 1,
  },
  'was not published, as a person confirms': {
    options: { sandbox: { failure: 'mute_instead_of_acting' } },
    happens: settle('not_published'),
    keepsId: true,
    posts: 0,
    ends: 'failed',
  },
  'is cancelled by a person': { happens: ({ desk, firstJob }) => desk((ctx) => cancelJob(ctx, firstJob)), keepsId: true, posts: 0 },
  'is archived by a person': { happens: ({ desk, draft }) => desk((ctx) => discardDraft(ctx, draft.draft_id)), keepsId: true, posts: 0 },
};

const PLAYS = Object.entries(PATHS).flatMap(([name, path]) =>
  (['REST', 'MCP'] as const).map((transport) => [transport, name, path] as const),
);

it.each(PLAYS)('an obedient agent over %s whose post %s publishes it as often as intended', async (transport, _name, path) => {
  const on = await arrange(path.options, path.platforms, transport);
  await path.happens(on);
  await on.work();
  await on.obeyAll();
  if (await on.pending()) await on.decide('approved');
  await on.work();
  const last = await on.obeyAll();
  await on.work();
  expect(on.refused).toEqual([]);
  expect([last.job_id === on.firstJob, await on.posts()]).toEqual([path.keepsId, path.posts]);
  expect(last.state).toBe(path.ends ?? (path.posts === 1 ? 'published' : 'cancelled'));
  expect(last.publishing_readiness.state).toBe('ended');
  expect((await on.ledger()).problems).toEqual([]);
});

interface Offer {
  draft_id: string;
  draft_state: string;
  allowed_actions: string[];
}

/** What an agent sends to perform an action that an event offers. */
async function perform({ call, workspaceId }: Played, action: string, { draft_id: draftId }: Offer): Promise<void> {
  const draft = `/api/v1/drafts/${draftId}`;
  const { revision } = await call<DraftView>('GET', draft);
  const body = { workspace_id: workspaceId, draft_id: draftId };
  const ways: Record<string, () => Promise<unknown>> = {
    caption: () => call('POST', '/api/v1/captions', body),
    edit: () => call('PATCH', draft, { source_text: `Mended words of ${randomUUID()}.` }, { 'if-match': `"${revision}"` }),
    submit: () => call('POST', `${draft}/submit`, { publish_mode: 'approval_queue' }),
    archive: () => call('DELETE', draft),
  };
  const way = ways[action];
  if (!way) throw new Error(`No event offers ${action}.`);
  await way();
}

const offersOf = async ({ call }: Played): Promise<Offer[]> =>
  (await call<{ events: Offer[] }>('GET', '/api/v1/events')).events.filter(({ draft_id: draftId }) => draftId);

const changesRequested = ({ decide }: Played) => decide('changes_requested');
const reject = ({ decide }: Played) => decide('rejected');
const approve = ({ decide }: Played) => decide('approved');

const MOMENTS: Record<string, { state: string; options?: StageOptions; happens: (on: Played) => Promise<unknown> }> = {
  'waits for a decision': { state: 'in_review', happens: async () => undefined },
  'is approved': { state: 'approved', happens: approve },
  'is to be changed': { state: 'changes_requested', happens: changesRequested },
  'is rejected': { state: 'rejected', happens: reject },
  'is called off': { state: 'draft', happens: ({ desk, firstJob }) => desk((ctx) => cancelJob(ctx, firstJob)) },
  'has expired': { state: 'draft', happens: expire },
  'is put away': { state: 'archived', happens: ({ desk, draft }) => desk((ctx) => discardDraft(ctx, draft.draft_id)) },
  'is published': {
    state: 'published',
    async happens(on) {
      await approve(on);
      await on.work();
    },
  },
  'is refused by the network': {
    state: 'failed',
    options: { sandbox: { failure: 'reject' } },
    async happens(on) {
      await approve(on);
      await on.work();
    },
  },
};

it.each(Object.entries(MOMENTS))(
  'no offered action is refused in an event of a post that %s',
  async (_name, { state, options, happens }) => {
    const first = await arrange(options);
    await happens(first);
    const actions = new Set((await offersOf(first)).flatMap(({ allowed_actions: offered }) => offered));
    for (const action of actions) {
      const on = await arrange(options);
      await happens(on);
      const offers = await offersOf(on);
      const offer = offers.find(({ allowed_actions: offered }) => offered.includes(action));
      expect(offer?.draft_state).toBe(state);
      if (offer) await perform(on, action, offer);
      expect(on.refused).toEqual([]);
    }
    const draft = await first.call<DraftView>('GET', `/api/v1/drafts/${first.draft.draft_id}`);
    expect(draft.status).toBe(state);
    expect([...actions].sort()).toEqual([...draft.allowed_actions].sort());
  },
);

it('reports published posts unchanged, whatever blocks posts now', async () => {
  const on = await arrange();
  await on.decide('approved');
  await on.work();
  const { orm } = on.services;
  await orm.em.fork().nativeUpdate(Connection, { workspaceId: on.workspaceId }, { health: 'revoked', healthMessage: 'Gone.' });
  await orm.em.fork().nativeUpdate(Workspace, on.workspaceId, { pausedAt: on.services.clock.now() });
  const { publishing_readiness: readiness, allowed_actions: actions } = await on.obeyAll();
  const gates = new Set(readiness.gates.map(({ code }) => code));
  expect([readiness.state, gates, actions]).toEqual(['ended', new Set(['met_when_sent']), ['request_edit', 'request_retraction']]);
  expect(readiness.gates).toHaveLength(9);
});

it('links a job that was replaced twice directly to the current one', async () => {
  const on = await arrange();
  await on.decide('rejected');
  await on.obeyAll();
  await on.decide('rejected');
  const last = await on.obeyAll();
  const first = await on.call<PublishJobView>('GET', `/api/v1/publish-jobs/${on.firstJob}`);
  expect([first.superseded_by, first._links.current_job?.href]).toEqual([last.job_id, last._links.self.href]);
  expect(first.publishing_readiness.gates.find(({ gate }) => gate === 'approval')).toMatchObject({
    code: 'job_superseded',
    target: last.job_id,
  });
});
