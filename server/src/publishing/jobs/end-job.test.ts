import { expect, it } from 'vitest';
import { Approval } from '../../approvals/approval.entity.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import type { Outcome } from '../../platforms/platform.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { jobActions } from '../publish-job.policy.ts';
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
