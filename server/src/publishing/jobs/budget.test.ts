import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../access/actor.ts';
import { CreditHold } from '../../credits/credit.entities.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { actAs } from '../../testing/actors.ts';
import { openBrowser } from '../../testing/browser.ts';
import { copyWaiting } from '../../testing/database/copy-waiting.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenAgent, givenUser } from '../../testing/factories.ts';
import { givenStage, type StageOptions } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { RecordingQueue } from '../../testing/test-services.ts';
import { workOffWaiting } from '../../testing/waiting.ts';
import { buildWeb } from '../../web.ts';
import { createWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { newSweepRound, sweep } from '../sweep.ts';

const BUDGET = 'settingsRevision budget { creditsPerMonth used left renewsAt }';
const READ = `query ($id: ID!) { workspace(id: $id) { ${BUDGET} } }`;
const CHANGE = `mutation ($input: ChangeBudgetInput!) { changeBudget(input: $input) { ${BUDGET} } }`;
const DESK =
  'query ($id: ID!) { approval(id: $id) { cost { quantity budget { left creditsPerMonth } } gates { gate status code message remedy } } }';

interface Read {
  settingsRevision: number;
  budget: { creditsPerMonth: number; used: number; left: number; renewsAt: string } | null;
}

const database = useTestDatabase();
let engine: Engine;
let app: HttpServer;

beforeAll(async () => {
  engine = createEngine(database);
  app = await buildWeb(engine.services);
});
afterAll(() => app.close());

/** A stage with its owner in the console, on an evening in November. */
async function arrange(options: StageOptions = {}) {
  const { services, clock } = engine;
  clock.set(new Date('2026-11-20T18:00:00Z'));
  await database.orm.em.fork().execute("update publish_jobs set state = 'cancelled' where state in ('blocked', 'ready', 'queued')");
  const stage = await givenStage(services, options);
  const { workspaceId, accountId } = stage;
  const at = async (role: Role = 'owner', isFresh = true) => {
    const { sessionToken } = await givenUser(services, accountId, { role, isFresh });
    return openBrowser(app, { cookies: { [cookieName(services.config)]: sessionToken } });
  };
  const read = async () => (await (await at()).must<{ workspace: Read }>(READ, { id: workspaceId })).workspace;
  const setBudget = async (creditsPerMonth: number | null, browser?: Awaited<ReturnType<typeof at>>, seen?: Read) => {
    const { settingsRevision: revision } = seen ?? (await read());
    return (browser ?? (await at())).ask<{ changeBudget: Read }>(CHANGE, { input: { workspaceId, revision, creditsPerMonth } });
  };
  const queue = async (posts: number) => {
    const queued = [];
    for (let number = 0; number < posts; number += 1)
      queued.push(await givenQueued(stage, { sourceText: `Boat ${number} leaves at nine.` }));
    return queued;
  };
  const deliverAll = (queued: readonly { publicationId: string }[]) =>
    Promise.all(queued.map(({ publicationId }) => engine.deliver(publicationId)));
  const stateOf = async (jobId: string) => (await stage.jobOf(jobId)).state;
  const count = (state: PublishJob['state']) => services.orm.em.fork().count(PublishJob, { accountId, state });
  return { ...stage, at, read, setBudget, queue, deliverAll, stateOf, count };
}

it('is set by an owner with a recent sign-in, counts reserved and spent credits, and can be removed', async () => {
  const { setBudget, read, queue, deliverAll, at } = await arrange();
  expect((await read()).budget).toBeNull();
  await deliverAll(await queue(2));
  const budget = { creditsPerMonth: 40, used: 2, left: 38, renewsAt: '2026-12-01T00:00:00.000Z' };
  expect((await setBudget(40)).data.changeBudget.budget).toEqual(budget);
  // Lowering the budget below its usage revokes nothing.
  expect((await setBudget(1)).data.changeBudget.budget).toMatchObject({ used: 2, left: 0 });

  for (const wrong of [0, -3, 100_001]) expect((await setBudget(wrong)).code).toBe('validation_failed');
  expect((await setBudget(9, await at('approver'))).code).toBe('insufficient_role');
  expect((await setBudget(9, await at('owner', false))).code).toBe('reauthentication_required');
  expect((await setBudget(null)).data.changeBudget.budget).toBeNull();
});

it('is spent by day for an agent in its own workspace only, with the balances of the account', async () => {
  const { services, workspace, accountId, owner, queue, deliverAll } = await arrange();
  const other = await actAs(services, owner, (ctx) => createWorkspace(ctx, { accountId, name: 'The other pier' }));
  await deliverAll(await queue(2));
  const usageIn = async (place: typeof workspace) => {
    const { authorization } = await givenAgent(services, place);
    return (await app.inject({ method: 'GET', url: '/api/v1/usage', headers: { authorization } })).json();
  };
  const [own, others] = [await usageIn(workspace), await usageIn(other)];
  const used = [{ day: '2026-11-20', unit: 'publication', used: 2 }];
  expect(own.use_by_day).toEqual(used);
  expect(others).toMatchObject({ workspace_id: other.id, use_by_day: [], balances: own.balances });

  // Reservations from before budgets name no workspace.
  await services.orm.em.fork().nativeUpdate(CreditHold, { accountId }, { workspaceId: null });
  expect((await usageIn(workspace)).use_by_day).toEqual(used);
  expect((await usageIn(other)).use_by_day).toEqual([]);
});

it('accepts one of two owners’ concurrent changes, and reports the conflict to the other', async () => {
  const { setBudget, read, at } = await arrange();
  const seen = await read();
  const [one, other] = [await at(), await at()];
  const answers = await Promise.all([setBudget(5, one, seen), setBudget(6, other, seen)]);
  expect(answers.map(({ code }) => code).sort()).toEqual(['settings_changed', null].sort());
});

it('reports the rest in advance, to agents and in the console, and holds posts that exceed it', async () => {
  const { services, workspace, workspaceId, setBudget, queue, deliverAll, submit, approve, stateOf, at } = await arrange();
  const { authorization } = await givenAgent(services, workspace);
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/v1${url}`, headers: { authorization }, payload }).then((response) => response.json());
  await setBudget(3);
  await deliverAll(await queue(2));
  const [last, over] = [await submit({ sourceText: 'One more boat.' }), await submit({ sourceText: 'And another.' })];
  const precheck = () => post('/usage/precheck', { workspace_id: workspaceId, draft_id: over.draft.id });
  const desk = async () =>
    (await (await at('approver')).must<{ approval: { cost: object; gates: { gate: string }[] } }>(DESK, { id: over.approval?.id }))
      .approval;

  expect((await precheck()).credits.budget).toEqual({ credits_per_month: 3, used: 2, left: 1, renews_at: '2026-12-01T00:00:00.000Z' });
  expect((await desk()).cost).toEqual({ quantity: 1, budget: { left: 1, creditsPerMonth: 3 } });
  await approve(last.approval);
  await engine.deliver((await services.orm.em.fork().findOneOrFail(Publication, { jobId: last.job?.id ?? '' })).id);

  const credits = { gate: 'credits', status: 'wait', code: 'monthly_budget_used' };
  const explained = {
    message: "1 publication credit is needed, and 0 of 3 are left of the workspace's budget for this month.",
    remedy: expect.stringContaining(
      'on Tuesday 1 December 2026, 00:00 (UTC), or as soon as an owner of the account raises the monthly budget',
    ),
  };
  expect((await precheck()).gates).toContainEqual({ ...credits, ...explained });
  expect((await desk()).gates).toContainEqual({ ...credits, gate: 'CREDITS', status: 'WAIT', ...explained });
  await approve(over.approval);
  expect(await stateOf(over.job?.id ?? '')).toBe('blocked');

  const usage = await app.inject({ method: 'GET', url: '/api/v1/usage', headers: { authorization } });
  expect(usage.json().budget).toMatchObject({ left: 0, used: 3 });
});

it('permits no more reservations than its limit, however many are sent concurrently', async () => {
  const { queue, deliverAll, setBudget, ledger, read } = await arrange();
  const queued = await queue(10);
  await setBudget(3);
  const states = await deliverAll(queued);
  expect(states.filter((state) => state === 'published')).toHaveLength(3);
  expect((await read()).budget).toMatchObject({ used: 3, left: 0 });
  expect(await ledger()).toMatchObject({ isConsistent: true, holds: 3 });
});

it('releases waiting posts once it is raised, and no more than it then permits', async () => {
  const { services, setBudget, queue, deliverAll, stateOf, count, submit, approve } = await arrange({ packs: 2 });
  await setBudget(2);
  await deliverAll(await queue(2));
  const { draft, approval, job } = await submit({ sourceText: 'The last boat.' });
  await approve(approval);
  expect(await stateOf(job?.id ?? '')).toBe('blocked');
  await copyWaiting(services, draft.id, 59);
  (services.queue as RecordingQueue).waiting.length = 0;
  await setBudget(7);
  await workOffWaiting(services);
  expect([await count('queued'), await count('blocked')]).toEqual([5, 55]);
  await setBudget(null);
  await workOffWaiting(services);
  expect([await count('queued'), await count('blocked')]).toEqual([60, 0]);
});

it('resets when the month turns in the time zone of the workspace, and releases the jobs that wait for that', async () => {
  const { clock, services } = engine;
  const { setBudget, queue, deliverAll, submit, approve, stateOf, read } = await arrange({ workspace: { timeZone: 'Pacific/Auckland' } });
  await setBudget(1);
  await deliverAll(await queue(1));
  const { approval, job } = await submit({ sourceText: 'The December boat.' });
  await approve(approval);
  // 23:59 on 30 November in Auckland, thirteen hours before the month of the ledger ends.
  clock.set(new Date('2026-11-30T10:59:00Z'));
  const round = newSweepRound();
  await sweep(services, round);
  await workOffWaiting(services);
  expect(await stateOf(job?.id ?? '')).toBe('blocked');
  expect((await read()).budget).toEqual({ creditsPerMonth: 1, used: 1, left: 0, renewsAt: '2026-11-30T11:00:00.000Z' });

  clock.set(new Date('2026-11-30T11:00:10Z'));
  await sweep(services, round);
  await workOffWaiting(services);
  expect(await stateOf(job?.id ?? '')).toBe('queued');
  expect((await read()).budget).toMatchObject({ used: 0, left: 1, renewsAt: '2026-12-31T11:00:00.000Z' });
});

it('counts a post in its own month, and refunds what a failed one did not spend', async () => {
  const { setBudget, queue, deliverAll, submit, approve, stateOf, read } = await arrange();
  await setBudget(1);
  await deliverAll(await queue(1));
  const later = await submit({ sourceText: 'The December boat.', scheduledAt: new Date('2026-12-04T09:00:00Z') });
  await approve(later.approval);
  expect(await stateOf(later.job?.id ?? '')).toBe('ready');

  const failing = await arrange({ sandbox: { failure: 'reject' } });
  await failing.setBudget(1);
  await failing.deliverAll(await failing.queue(1));
  expect((await failing.read()).budget).toMatchObject({ used: 0, left: 1 });
  expect((await read()).budget).toMatchObject({ used: 1 });
});
