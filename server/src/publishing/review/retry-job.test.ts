import { expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { presentJob } from '../../http/v1/publish-jobs.views.ts';
import type { Outcome } from '../../platforms/platform.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { retryJob } from './retry-job.ts';

const database = useTestDatabase();
const NO: Outcome = { kind: 'rejected', message: 'Not today.' };
const OUT: Outcome = { kind: 'published', providerId: 'spo_1', url: null };

/** A job to one or two sandbox accounts; each publication ends with the given outcome, in the order of the accounts. */
async function arrange(...outcomes: Outcome[]) {
  const answers = [...outcomes];
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      return answers.shift() ?? OUT;
    },
    find: async () => ({ kind: 'unsure', message: 'The platform cannot say.' }),
  }));
  const stage = await givenStage(engine.services);
  if (outcomes.length > 1) await stage.connect('sandbox', { handle: 'lighthouse' });
  const queued = await givenQueued(stage);
  for (const id of queued.publicationIds) await engine.deliver(id);
  const retry = (actor = stage.owner) => actAs(stage.services, actor, (ctx) => retryJob(ctx, queued.jobId));
  const actions = async () => (await presentJob(contextFor(stage.services, stage.owner), await stage.jobOf(queued.jobId))).allowed_actions;
  return { ...engine, ...stage, ...queued, retry, actions };
}

it('resubmits the same draft if all of it was refused, and sends nothing before an approval', async () => {
  const { retry, actions, approve, deliver, publicationsOf, jobId, draft, ledger } = await arrange(NO);
  expect(await actions()).toEqual(['retry']);
  const again = await retry();
  expect(again.draft.id).toBe(draft.id);
  expect([again.approval?.state, again.job?.state]).toEqual(['pending', 'blocked']);
  expect(again.job?.id).not.toBe(jobId);
  const [publication] = await publicationsOf(again.job?.id ?? '');
  expect(await deliver(publication?.id ?? '')).toBeNull();
  await approve(again.approval);
  expect(await deliver(publication?.id ?? '')).toBe('published');
  expect((await ledger()).problems).toEqual([]);
});

it('is not offered in an archived workspace, where jobs in progress can still be cancelled', async () => {
  const { actions, services, workspaceId, owner, jobOf, submit } = await arrange(NO);
  const { job: waiting } = await submit();
  await services.orm.em.fork().nativeUpdate(Workspace, workspaceId, { archivedAt: new Date(), pausedAt: new Date() });
  expect(await actions()).toEqual([]);
  const live = await presentJob(contextFor(services, owner), await jobOf(waiting?.id ?? ''));
  expect(live.allowed_actions).toEqual(['cancel']);
});

it('creates a draft of the missing part if some is published, with the same content for that account only', async () => {
  const { retry, draft, publicationsOf, jobId, services } = await arrange(OUT, NO);
  const [, refused] = await publicationsOf(jobId);
  const again = await retry();
  expect(again.draft).toMatchObject({ connectionIds: [refused?.connectionId], sourceText: draft.sourceText, state: 'in_review' });
  expect(await publicationsOf(again.job?.id ?? '')).toHaveLength(1);
  expect(await services.orm.em.fork().findOneOrFail(Draft, draft.id)).toMatchObject({ state: 'partially_published' });
});

it('is done once, however often it is requested', async () => {
  const { retry, services, workspaceId } = await arrange(OUT, NO);
  const ends = await Promise.allSettled([retry(), retry(), retry()]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await services.orm.em.fork().count(Draft, { workspaceId })).toBe(2);
});

it('is never done for what may have arrived, and not by a viewer', async () => {
  const unknown = await arrange({ kind: 'unknown', message: 'No answer.' });
  expect(await unknown.actions()).not.toContain('retry');
  await expect(unknown.retry()).rejects.toMatchObject({ code: 'invalid_state' });
  const refused = await arrange(NO);
  const viewer = await userActor(refused.services, refused.accountId, 'viewer');
  await expect(refused.retry(viewer)).rejects.toMatchObject({ code: 'insufficient_role' });
});
