import { expect, it } from 'vitest';
import type { Actor, Scope } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { createDraft } from '../../drafts/create-draft.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { readEvents } from '../../events/event-queries.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import type { Outcome } from '../../platforms/platform.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenPicture } from '../../testing/pictures.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { readinessOf } from '../jobs/job-queries.ts';
import { captionDraft } from './caption-draft.ts';
import type { DraftResult } from './draft-result.ts';
import { retryJob } from './retry-job.ts';
import { submitDraft } from './submit-draft.ts';

const database = useTestDatabase();
const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'read'];

const UNREACHABLE: Outcome = { kind: 'unavailable', message: 'Not today.', retryAfterSeconds: null };

/** Two sandbox accounts, of which the second cannot be reached. */
async function arrange() {
  const answers: Outcome[] = [{ kind: 'published', providerId: 'spo_1', url: null }, UNREACHABLE];
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      return answers.shift() ?? UNREACHABLE;
    },
    find: async () => ({ kind: 'unsure', message: 'The platform cannot say.' }),
  }));
  const stage = await givenStage(engine.services);
  const { services, workspaceId } = stage;
  await stage.connect('sandbox', { handle: 'lighthouse' });
  const partlyPublish = async ({ approval, job }: DraftResult, by?: Actor) => {
    await stage.approve(approval, by);
    for (const { id } of await stage.publicationsOf(job?.id ?? '')) await engine.settle(id);
  };
  const retry = (by: Actor, { job }: DraftResult) => actAs(services, by, (ctx) => retryJob(ctx, job?.id ?? ''));
  const words = { platform: 'sandbox', text: 'Words of the writer.', tags: [], thread: [] };
  /** A draft with captions by `writer`, submitted by `submitter`. */
  const written = async (writer: Actor, submitter: Actor) => {
    const made = await actAs(services, writer, (ctx) =>
      createDraft(ctx, { workspaceId, sourceText: 'A note.', platforms: ['sandbox'], publishMode: 'draft_only' }),
    );
    await actAs(services, writer, (ctx) => captionDraft(ctx, { workspaceId, draftId: made.draft.id, captions: [words] }));
    return actAs(services, submitter, async (ctx) => submitDraft(ctx, await ctx.em.findOneOrFail(Draft, made.draft.id)));
  };
  return { ...stage, partlyPublish, retry, written };
}

it('keeps pictures, wording and the note with its author', async () => {
  const { services, agent, workspace, submit, partlyPublish, retry, owner } = await arrange();
  const picture = await givenPicture(services, agent, workspace);
  const asked = await submit({ mediaIds: [picture.id], wording: 'exact', noteToReviewer: 'The date is certain.' });
  await partlyPublish(asked);
  const rest = (await retry(owner, asked)).draft;
  expect(rest.id).not.toBe(asked.draft.id);
  expect(await services.orm.em.fork().findOneOrFail(Draft, rest.id)).toMatchObject({
    mediaIds: [picture.id],
    wording: 'exact',
    noteToReviewer: 'The date is certain.',
    noteGrantId: agent.grantId,
    noteUserId: null,
  });
});

it('has the same authors: a person who submitted their content cannot approve it now', async () => {
  const { services, agent, accountId, workspaceId, partlyPublish, retry, written, approve } = await arrange();
  const writer = await userActor(services, accountId, 'approver');
  const asked = await written(writer, writer);
  await partlyPublish(asked, writer);
  await services.orm.em.fork().execute('update workspaces set refuses_self_approval = true where id = ?', [workspaceId]);
  const again = await retry(agent, asked);
  await expect(approve(again.approval, writer)).rejects.toMatchObject({ code: 'self_approval_refused' });
  expect((await approve(again.approval)).state).toBe('approved');
});

it('notifies the author like everyone else, and names the agent that retries', async () => {
  const { services, agent, accountId, owner, partlyPublish, retry, written } = await arrange();
  const writer = await userActor(services, accountId, 'approver');
  const asked = await written(writer, writer);
  await partlyPublish(asked);
  const { approval } = await retry(agent, asked);
  await readEvents(services, notifyPeople);
  const notices = await services.orm.em.fork().find(Notice, { subjectId: approval?.id ?? '', kind: 'approval_waits' });
  expect(notices.map(({ userId }) => userId).sort()).toEqual([owner.userId, writer.userId].sort());
  for (const { message } of notices) expect(message).toContain(`${agent.agentName} requests your approval`);
});

it('names the agent whose content a person submitted in its evidence; that agent’s limits no longer count', async () => {
  const { services, workspace, owner, agent, partlyPublish, retry, written } = await arrange();
  const writer = await agentActor(services, workspace, { scopes: SCOPES, name: 'Agent X' });
  const asked = await written(writer, owner);
  await partlyPublish(asked);
  await services.orm.em.fork().execute(`update grants set state = 'revoked' where id = ?`, [writer.grantId]);
  const { job } = await retry(agent, asked);
  const evidence = await buildEvidence(contextFor(services, owner), job?.id ?? '');
  expect(evidence.job.authors?.map(({ name }) => name).sort()).toEqual(['Agent X', agent.agentName].sort());
  const gates = (await readinessOf(contextFor(services), job ? [job] : [])).get(job?.id ?? '')?.gates;
  expect(gates?.find(({ gate }) => gate === 'permission')?.code).toBe('permitted');
});

/** A stage for content by this agent, with one approver. */
async function givenLegalStage({ services, accountId, workspaceId }: Awaited<ReturnType<typeof arrange>>, agentId: string) {
  const lawyer = await userActor(services, accountId, 'approver');
  const stages = [{ name: 'Legal', who: 'people', userIds: [lawyer.userId], required: 1, platforms: [], agentIds: [agentId] }];
  await services.orm.em.fork().execute('update workspaces set stages = ?::jsonb where id = ?', [JSON.stringify(stages), workspaceId]);
  return lawyer;
}

it('passes the stages of the content’s agent, whichever agent retries', async () => {
  const on = await arrange();
  const { services, agent, workspace, accountId, submit, partlyPublish, retry, approve } = on;
  const [lawyer, other] = [await givenLegalStage(on, agent.agentId), await userActor(services, accountId, 'approver')];
  const asked = await submit();
  await partlyPublish(asked, lawyer);
  const again = await retry(await agentActor(services, workspace, { scopes: SCOPES, name: 'Agent Y' }), asked);
  expect(again.approval?.stages.map(({ name }) => name)).toEqual(['Legal']);
  await expect(approve(again.approval, other)).rejects.toMatchObject({ code: 'insufficient_role' });
  expect((await approve(again.approval, lawyer)).state).toBe('approved');
});

it.each(['a person', 'another agent'])(
  'passes the stages of the agent that created what a person submitted, if %s retries',
  async (who) => {
    const on = await arrange();
    const { services, agent, owner, workspace, partlyPublish, retry, written } = on;
    const maker = await agentActor(services, workspace, { scopes: SCOPES, name: 'Agent X' });
    const lawyer = await givenLegalStage(on, maker.agentId);
    const asked = await written(maker, owner);
    await partlyPublish(asked, lawyer);
    const { approval, draft } = await retry(who === 'a person' ? owner : agent, asked);
    expect(approval).toMatchObject({ agentId: maker.agentId, stages: [{ name: 'Legal' }] });
    expect(draft).toMatchObject({ grantId: maker.grantId, userId: null });
  },
);
