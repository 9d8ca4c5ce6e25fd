import { expect, it } from 'vitest';
import { Connection } from '../connections/connection.entity.ts';
import { disconnect } from '../connections/connection-queries.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { connectionGate } from './gates/connection-gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gates/gate-snapshot.ts';
import { payloadGate } from './gates/payload-gate.ts';
import { readinessOf } from './jobs/job-queries.ts';
import { precheckUsage } from './precheck-usage.ts';
import { jobActions } from './publish-job.policy.ts';
import { leaveOutTarget } from './review/leave-out-target.ts';
import { retryJob } from './review/retry-job.ts';
import { sweep } from './sweep.ts';

const database = useTestDatabase();

/** An approved post for two accounts of the sandbox and for Bluesky, where no account is connected. */
async function arrange({ platforms = ['sandbox', 'bluesky'], breaks = false } = {}) {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const pier = await stage.connect('sandbox', { handle: 'pier' });
  const { draft, approval, job } = await stage.submit({ platforms });
  const jobId = job?.id ?? '';
  if (breaks) await setHealth(engine.services, pier.id, 'revoked');
  await stage.approve(approval);
  const readiness = async () => (await readinessOf(contextFor(engine.services), [await stage.jobOf(jobId)])).get(jobId);
  const gate = async (name: string) => (await readiness())?.gates.find((each) => each.gate === name);
  const targets = async () => ((await readiness())?.targets ?? []).map(({ name, state, code }) => [String(name), state, code]);
  /** Delivers pending publications until none is left. */
  const deliverAll = async () => {
    for (let round = 0; round < 3; round += 1) for (const { id } of await stage.publicationsOf(jobId)) await engine.deliver(id);
  };
  const states = async () => (await stage.publicationsOf(jobId)).map(({ platform, state }) => `${platform} ${state}`).sort();
  return { ...engine, ...stage, pier, draft, approval, jobId, readiness, gate, targets, deliverAll, states };
}

async function setHealth({ orm }: { orm: typeof database.orm }, id: string, health: Connection['health']): Promise<void> {
  await orm.em.fork().nativeUpdate(Connection, id, { health });
}

it('publishes to the available targets if one account is missing, as signed, and holds the rest with its reason', async () => {
  const { services, approval, jobId, jobOf, gate, targets, deliverAll, states, ledger, publicationsOf } = await arrange();
  expect((await jobOf(jobId)).state).toBe('queued');
  expect(await gate('connection')).toMatchObject({ status: 'pass', code: 'partly_connected', target: 'bluesky', leaveOut: 'Bluesky' });
  expect(String((await gate('connection'))?.message)).toBe('It will be published without Bluesky: No Bluesky account is connected.');
  expect(await targets()).toEqual([
    ['harbour on Sandbox', 'ready', null],
    ['pier on Sandbox', 'ready', null],
    ['Bluesky', 'held', 'not_connected'],
  ]);
  await deliverAll();
  expect(await states()).toEqual(['bluesky pending', 'sandbox published', 'sandbox published']);
  const job = await jobOf(jobId);
  expect([job.state, job.contentHash]).toEqual(['blocked', approval?.contentHash]);
  expect(await gate('connection')).toMatchObject({ status: 'block', code: 'not_connected' });
  expect(await targets()).toEqual([
    ['harbour on Sandbox', 'ended', null],
    ['pier on Sandbox', 'ended', null],
    ['Bluesky', 'held', 'not_connected'],
  ]);
  // A held target reserves no credits, and its queue entry is not repeated.
  expect(await ledger()).toMatchObject({ holds: 2, isConsistent: true });
  expect((await sweep(services)).requeued).toBe(0);
  expect((await publicationsOf(jobId)).filter(({ state }) => state === 'pending').map(({ attempts }) => attempts)).toEqual([0]);
});

it('reports it before the submission: the available targets make the post ready', async () => {
  const { services, owner, workspaceId, submit } = await arrange();
  const { draft } = await submit({ platforms: ['sandbox', 'bluesky'], publishMode: 'draft_only' });
  const precheck = await precheckUsage(contextFor(services, owner), { workspaceId, draftId: draft.id });
  expect(precheck.gates.find(({ gate }) => gate === 'connection')).toMatchObject({ status: 'pass', code: 'partly_connected' });
  expect(precheck.credits.required).toBe(2);
  expect(precheck.targets.map(({ platform, state }) => `${platform} ${state}`)).toEqual(['sandbox ready', 'sandbox ready', 'bluesky held']);
});

it('sends what a broken account held up, under the same approval, once it works again', async () => {
  const { services, pier, jobId, jobOf, deliverAll, publicationsOf, accountId, states } = await arrange({
    platforms: ['sandbox'],
    breaks: true,
  });
  await deliverAll();
  expect([(await jobOf(jobId)).state, await states()]).toEqual(['blocked', ['sandbox pending', 'sandbox published']]);
  await setHealth(services, pier.id, 'healthy');
  await actAs(services, { kind: 'system' }, (ctx) => gatesMayHaveOpened(ctx, accountId));
  await workOffWaiting(services);
  expect((await jobOf(jobId)).state).toBe('queued');
  await deliverAll();
  expect([(await jobOf(jobId)).state, await states()]).toEqual(['published', ['sandbox published', 'sandbox published']]);
  expect(new Set((await publicationsOf(jobId)).map(({ publishedAt }) => publishedAt !== null))).toEqual(new Set([true]));
});

it('holds only the account that was disconnected after one of several targets was published', async () => {
  const { services, owner, pier, deliver, publicationsOf, jobId, states, jobOf } = await arrange({ platforms: ['sandbox'] });
  const other = (await publicationsOf(jobId)).find(({ connectionId }) => connectionId !== pier.id);
  await actAs(services, owner, (ctx) => disconnect(ctx, pier.id));
  expect(await deliver(other?.id ?? '')).toBe('published');
  for (const { id } of await publicationsOf(jobId)) await deliver(id);
  expect([(await jobOf(jobId)).state, await states()]).toEqual(['blocked', ['sandbox pending', 'sandbox published']]);
});

it('creates a separate post for an account that was connected after the rest was published', async () => {
  const { services, owner, draft, jobId, jobOf, deliverAll, states, publicationsOf } = await arrange();
  await deliverAll();
  const actions = async () =>
    jobActions(contextFor(services, owner), await jobOf(jobId), { publications: await publicationsOf(jobId), isArchived: false });
  expect(await actions()).toEqual(['cancel', 'retry']);
  const again = await actAs(services, owner, (ctx) => retryJob(ctx, jobId));
  expect([again.draft.id === draft.id, again.draft.platforms, again.approval?.state]).toEqual([false, ['bluesky'], 'pending']);
  expect([(await jobOf(jobId)).state, await states()]).toEqual([
    'partially_published',
    ['bluesky cancelled', 'sandbox published', 'sandbox published'],
  ]);
  expect(await actions()).toEqual([]);
});

it('still sends what waits for its account after the target that had none became a separate post', async () => {
  const { services, owner, pier, accountId, jobId, jobOf, deliverAll, states } = await arrange({ breaks: true });
  await deliverAll();
  expect(await states()).toEqual(['bluesky pending', 'sandbox pending', 'sandbox published']);
  await actAs(services, owner, (ctx) => retryJob(ctx, jobId));
  expect([(await jobOf(jobId)).state, await states()]).toEqual(['blocked', ['bluesky cancelled', 'sandbox pending', 'sandbox published']]);
  await setHealth(services, pier.id, 'healthy');
  await actAs(services, { kind: 'system' }, (ctx) => gatesMayHaveOpened(ctx, accountId));
  await workOffWaiting(services);
  await deliverAll();
  expect([(await jobOf(jobId)).state, await states()]).toEqual([
    'partially_published',
    ['bluesky cancelled', 'sandbox published', 'sandbox published'],
  ]);
});

it('ends with the published part once the held account is removed, or the approval has expired', async () => {
  const left = await arrange();
  await left.deliverAll();
  const input = { draftId: left.draft.id, target: 'bluesky', contentHash: left.approval?.contentHash ?? '' };
  await actAs(left.services, left.owner, (ctx) => leaveOutTarget(ctx, input));
  expect((await left.jobOf(left.jobId)).state).toBe('partially_published');

  const late = await arrange();
  await late.deliverAll();
  late.clock.advance(15 * 24 * 3_600_000);
  await sweep(late.services);
  expect([(await late.jobOf(late.jobId)).state, await late.states()]).toEqual([
    'partially_published',
    ['bluesky cancelled', 'sandbox published', 'sandbox published'],
  ]);
});

it('blocks if no target can be published, each for its own reason', () => {
  const works: TargetSnapshot = {
    ...{ platform: 'bluesky', platformLabel: 'Bluesky', isKnown: true, isPublishable: true, violations: [], hasNewRules: false },
    ...{ connection: { id: 'con_1', handle: 'harbour.test', health: 'healthy', isDisconnected: false }, hasLink: false },
  };
  const lost = { ...works, connection: null };
  const long = { ...works, violations: [{ message: 'Too long.', remedy: 'Shorten it.' }] };
  const statusOf = (targets: TargetSnapshot[]) =>
    [connectionGate, payloadGate]
      .map((gate) => gate({ targets } as unknown as GateSnapshot))
      .map(({ status, code }) => `${status} ${code}`);
  expect(statusOf([lost, long])).toEqual(['block not_connected', 'block payload_invalid']);
  expect(statusOf([lost, long, works])).toEqual(['pass partly_connected', 'pass partly_valid']);
  expect(statusOf([lost, { ...works, progress: 'ended' }])).toEqual(['block not_connected', 'pass payload_valid']);
});
