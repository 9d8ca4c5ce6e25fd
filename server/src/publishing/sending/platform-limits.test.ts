import { expect, it } from 'vitest';
import { DAY_MS } from '../../clock.ts';
import type { Platform, PlatformQuota } from '../../platforms/platform.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { gateInEnglish } from '../gates/gate.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { sweep } from '../sweep.ts';
import { workOnPublication } from '../work-on-publication.ts';
import { createDeliveries } from './deliveries.ts';

const database = useTestDatabase();

const quota = (max: number, perSeconds: number, scope: PlatformQuota['scope'] = 'connection'): PlatformQuota => ({
  max,
  perSeconds,
  scope,
  source: 'This test',
  checkedOn: '2026-11-21',
  confidence: 'documented',
});

async function arrange(changed: Partial<Platform>, jobs: number) {
  const engine = createEngine(database, () => changed);
  const stage = await givenStage(engine.services);
  const queued: Awaited<ReturnType<typeof givenQueued>>[] = [];
  for (let index = 0; index < jobs; index += 1) queued.push(await givenQueued(stage));
  const scheduleGate = async (jobId: string) => {
    const explained = (await explainJobs(contextFor(engine.services), [await stage.jobOf(jobId)])).get(jobId);
    return explained?.readiness.gates.map(gateInEnglish).find(({ gate }) => gate === 'schedule');
  };
  return { ...engine, ...stage, queued, scheduleGate };
}

it('sends no more per day than the platform’s limit, however many are due, and the rest later', async () => {
  const { queued, deliver, clock, publicationsOf, jobOf, scheduleGate, ledger } = await arrange({ quotas: [quota(3, 86_400)] }, 5);
  const states = await Promise.all(queued.map(({ publicationId }) => deliver(publicationId)));
  expect(states.filter((state) => state === 'published')).toHaveLength(3);
  const waiting = queued.filter((_, index) => states[index] === null);
  for (const { jobId } of waiting) {
    const [publication] = await publicationsOf(jobId);
    expect(publication).toMatchObject({ state: 'pending', attempts: 0, failureCode: 'quota', nextAttemptAt: expect.any(Date) });
    expect((await jobOf(jobId)).state).toBe('ready');
    expect(await scheduleGate(jobId)).toMatchObject({ status: 'wait', code: 'quota_used', message: expect.stringContaining('own limit') });
  }
  clock.advance(DAY_MS - 1);
  expect(await deliver(waiting[0]?.publicationId ?? '')).toBeNull();
  // The slot of the window counts in full until the window has passed.
  clock.advance(2 * 3_600_000);
  for (const { publicationId } of waiting) expect(await deliver(publicationId)).toBe('published');
  expect((await ledger()).problems).toEqual([]);
});

it('counts each once, and sends no more than the limit, in a batch', async () => {
  const { queued, services, clock } = await arrange({ quotas: [quota(4, 86_400)] }, 6);
  const { signal } = new AbortController();
  const ids = queued.map(({ publicationId }) => publicationId);
  const sendAll = async (deliveries = createDeliveries(services)) => {
    const states = await Promise.all(ids.map((id) => workOnPublication(services, id, { signal, deliveries })));
    return states.filter((state) => state === 'published').length;
  };
  // Before the month has begun, each is sent alone, and the batch's count was rolled back.
  expect(await sendAll()).toBe(4);
  clock.advance(DAY_MS + 3 * 3_600_000);
  expect(await sendAll()).toBe(2);
});

it('counts every post of a thread, and keeps several quotas', async () => {
  const { queued, deliver, clock } = await arrange({ quotas: [quota(4, 10), quota(6, 86_400)], quotaCost: () => 2 }, 4);
  const ids = queued.map(({ publicationId }) => publicationId);
  const sendAll = async () => (await Promise.all(ids.map(deliver))).filter((state) => state === 'published').length;
  expect(await sendAll()).toBe(2);
  clock.advance(15_000);
  expect(await sendAll()).toBe(1);
  clock.advance(60_000);
  expect(await sendAll()).toBe(0);
});

it('counts a shared app across all customers', async () => {
  const changed = { quotas: [quota(1, 3_600, 'app')] };
  const one = await arrange(changed, 1);
  const other = await arrange(changed, 1);
  other.clock.set(one.clock.now());
  const states = [await one.deliver(one.queued[0]?.publicationId ?? ''), await other.deliver(other.queued[0]?.publicationId ?? '')];
  expect(states).toEqual(['published', null]);
  one.clock.advance(3 * DAY_MS);
  expect((await sweep(one.services)).purgedQuotaUses).toBeGreaterThan(0);
});

it('pauses everything of a connection at the platform’s request, and nothing of another', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'rate_limited', times: 1 } });
  const first = await givenQueued(stage);
  const second = await givenQueued(stage);
  await stage.connect('sandbox', { handle: 'lighthouse' });
  const both = await givenQueued(stage);
  expect(await engine.deliver(first.publicationId)).toBe('pending');
  expect(await engine.deliver(second.publicationId)).toBeNull();
  expect((await stage.publicationsOf(second.jobId))[0]).toMatchObject({ state: 'pending', attempts: 0, failureCode: 'rate_limited' });
  // One of two connections is paused: the other's post is sent.
  const states = await Promise.all(both.publicationIds.map(engine.deliver));
  expect(states.toSorted()).toEqual([null, 'published'].toSorted());
  expect((await stage.jobOf(both.jobId)).state).toBe('publishing');
  for (const id of [first.publicationId, second.publicationId, ...both.publicationIds]) {
    expect((await engine.settle(id)).state).toBe('published');
    expect(await engine.postsOf(id)).toBe(1);
  }
  expect((await stage.jobOf(both.jobId)).state).toBe('published');
});
