import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { addComment } from '../../comments/add-comment.ts';
import type { Services } from '../../context.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenLaunched } from '../../testing/factories.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { workOnPublication } from '../work-on-publication.ts';
import { changeDraft } from './change-draft.ts';
import { holdApproval } from './hold-approval.ts';
import { createAndSubmitDraft } from './submit-draft.ts';

const database = useTestDatabase();
let services: Services;
let stage: Stage;
let editor: Extract<Actor, { kind: 'user' }>;

beforeAll(async () => {
  services = createTestServices(database);
  await givenLaunched(services);
});
beforeEach(async () => {
  stage = await givenStage(services, { workspace: { movesAskAgain: false } });
  editor = await userActor(services, stage.accountId, 'editor');
});

const written = () =>
  actAs(services, editor, (ctx) =>
    createAndSubmitDraft(ctx, {
      ...{ workspaceId: stage.workspaceId, sourceText: 'The pier opens on Friday.', platforms: ['sandbox'] },
      publishMode: 'approval_queue',
    }),
  );

it('lets an editor write and comment, and publishes it once another person has approved', async () => {
  const { approval, draft, job } = await written();
  const { id } = await actAs(services, editor, (ctx) => addComment(ctx, { draftId: draft.id, text: 'Is Friday right?' }));
  expect(id).toMatch(/^cmt_/);
  await expect(stage.approve(approval, editor)).rejects.toMatchObject({ code: 'insufficient_role' });
  await stage.approve(approval);
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  await workOnPublication(services, publication?.id ?? '', { signal: new AbortController().signal });
  expect((await stage.jobOf(job?.id ?? '')).state).toBe('published');
});

it('requires approval for whatever an editor changes of an approved post, including its time, and lets no editor hold it', async () => {
  for (const changes of [{ sourceText: 'The pier opens on Saturday.' }, { scheduledAt: new Date(Date.now() + 86_400_000) }]) {
    const { approval, draft } = await stage.submit();
    await stage.approve(approval);
    await expect(
      actAs(services, editor, (ctx) => holdApproval(ctx, { approvalId: approval?.id ?? '', reason: 'The storm.' })),
    ).rejects.toMatchObject({ code: 'insufficient_role' });
    const { approval: again } = await actAs(services, editor, async (ctx) => {
      const { revision } = await ctx.em.findOneOrFail(Draft, draft.id);
      return changeDraft(ctx, { draftId: draft.id, revision, changes });
    });
    expect([again?.state, again?.id === approval?.id]).toEqual(['pending', false]);
  }
});
