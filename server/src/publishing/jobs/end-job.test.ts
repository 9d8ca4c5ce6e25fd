import { expect, it } from 'vitest';
import { Approval } from '../../approvals/approval.entity.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import type { Outcome } from '../../platforms/platform.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { jobActions } from '../publish-job.policy.ts';
import { expireLeases } from '../sending/expire-leases.ts';
import { cancelJob } from './end-job.ts';

const database = useTestDatabase();

/** A job whose publication is in progress until the test settles it. */
async function arrange() {
  const [sending, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()];
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      sending.resolve();
      return answer.promise;
    },
  }));
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage);
  const underWay = engine.deliver(queued.publicationId);
  await Promise.race([sending.promise, underWay]);
  const cancel = () => actAs(stage.services, stage.agent, (ctx) => cancelJob(ctx, queued.jobId));
  const states = async () => {
    const em = stage.services.orm.em.fork();
    const draft = await em.findOneOrFail(Draft, queued.draft.id);
    const approval = await em.findOneOrFail(Approval, queued.approval?.id ?? '');
    const [publication] = await stage.publicationsOf(queued.jobId);
    return [publication?.state, (await stage.jobOf(queued.jobId)).state, draft.state, approval.state];
  };
  return { ...engine, ...stage, ...queued, underWay, cancel, states, answer: answer.resolve };
}

it('does not retry a failure after the job was cancelled', async () => {
  const { underWay, cancel, states, answer, ledger } = await arrange();
  await cancel();
  expect(await states()).toEqual(['sent', 'publishing', 'publishing', 'approved']);
  answer({ kind: 'unavailable', message: 'Come back later.', retryAfterSeconds: 1 });
  expect(await underWay).toBe('cancelled');
  expect(await states()).toEqual(['cancelled', 'cancelled', 'draft', 'superseded']);
  expect((await ledger()).problems).toEqual([]);
});

it('keeps what was published, although the job was cancelled meanwhile', async () => {
  const { underWay, cancel, states, answer, ledger } = await arrange();
  await cancel();
  answer({ kind: 'published', providerId: 'spo_1', url: null });
  expect(await underWay).toBe('published');
  expect(await states()).toEqual(['published', 'published', 'published', 'approved']);
  expect((await ledger()).problems).toEqual([]);
});

it.each([
  ['javascript:alert(1)', null],
  ['http://social.example/posts/1', null],
  ['http://10.0.0.7/posts/1', null],
  ['https://social.example/posts/1', 'https://social.example/posts/1'],
  // The tests' fake servers are allowed, as an operator allows a server on their own network.
  ['http://127.0.0.1:8080/posts/1', 'http://127.0.0.1:8080/posts/1'],
  ['http://localhost.:8080/posts/1', 'http://localhost.:8080/posts/1'],
])('stores %s as the address of a post only if it is https or allowed by the operator', async (url, shown) => {
  const { underWay, answer, jobId, publicationsOf } = await arrange();
  answer({ kind: 'published', providerId: 'spo_1', url });
  expect(await underWay).toBe('published');
  expect(await publicationsOf(jobId)).toMatchObject([{ providerId: 'spo_1', providerUrl: shown }]);
});

it('cancels a job in progress once; after that, nothing is left to cancel', async () => {
  const { underWay, cancel, answer, jobOf, jobId, publicationsOf, services, agent } = await arrange();
  const actions = async () =>
    jobActions(contextFor(services, agent), await jobOf(jobId), { publications: await publicationsOf(jobId), isArchived: false });
  expect(await actions()).toEqual(['cancel']);
  await cancel();
  expect(await actions()).toEqual([]);
  await expect(cancel()).rejects.toMatchObject({ code: 'invalid_state' });
  answer({ kind: 'rejected', message: 'No.' });
  expect(await underWay).toBe('failed');
});

/** A job whose publication is claimed, and still uploads what it needs. */
async function arrangeUpload(change: Parameters<typeof createEngine>[1] = () => ({})) {
  const [uploading, uploaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const engine = createEngine(database, (sandbox) => ({
    async publish(_payload, _credentials, _intent, hooks) {
      calls += 1;
      uploading.resolve();
      await uploaded.promise;
      await hooks.onSending();
      return { kind: 'published', providerId: 'spo_1', url: null };
    },
    ...change(sandbox),
  }));
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage);
  const underWay = engine.deliver(queued.publicationId);
  await Promise.race([uploading.promise, underWay]);
  const states = async () => [(await stage.publicationsOf(queued.jobId))[0]?.state, (await stage.jobOf(queued.jobId)).state];
  return { ...engine, ...stage, ...queued, underWay, states, finishUpload: uploaded.resolve, callsMade: () => calls };
}

it('sends nothing once the job was cancelled, if the post itself had not begun to leave', async () => {
  const { services, owner, jobId, publicationId, clock, deliver, underWay, states, finishUpload, callsMade, ledger } =
    await arrangeUpload();
  await actAs(services, owner, (ctx) => cancelJob(ctx, jobId));
  expect(await states()).toEqual(['leased', 'publishing']);
  finishUpload();
  expect(await underWay).toBeNull();
  clock.advance(60_000);
  await expireLeases(services);
  expect(await states()).toEqual(['cancelled', 'cancelled']);
  expect([await deliver(publicationId), callsMade()]).toEqual([null, 1]);
  expect((await ledger()).problems).toEqual([]);
});

it('ends a cancelled job whose worker died before the post began to leave', async () => {
  const { services, agent, jobId, publicationId, clock, deliver, underWay, states, finishUpload, callsMade, ledger } =
    await arrangeUpload();
  await actAs(services, agent, (ctx) => cancelJob(ctx, jobId));
  clock.advance(60_000);
  await expireLeases(services);
  expect(await states()).toEqual(['cancelled', 'cancelled']);
  expect(await deliver(publicationId)).toBeNull();
  finishUpload();
  expect([await underWay, callsMade(), await states()]).toEqual([null, 1, ['cancelled', 'cancelled']]);
  expect((await ledger()).problems).toEqual([]);
});

it('sends nothing of a cancelled job whose publication an earlier version had freed', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { jobId, publicationId } = await givenQueued(stage);
  await stage.services.orm.em.fork().nativeUpdate(PublishJob, jobId, { cancelledAt: engine.clock.now() });
  expect([await engine.deliver(publicationId), await engine.postsOf(publicationId)]).toEqual(['cancelled', 0]);
  expect((await stage.jobOf(jobId)).state).toBe('cancelled');
  expect((await stage.ledger()).problems).toEqual([]);
});
