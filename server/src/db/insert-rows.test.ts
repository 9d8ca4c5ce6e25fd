import { beforeAll, expect, it } from 'vitest';
import { Approval } from '../approvals/approval.entity.ts';
import { createDraft } from '../drafts/create-draft.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { DraftAuthor } from '../drafts/draft-author.entity.ts';
import { noteAuthor } from '../drafts/note-author.ts';
import { actAs } from '../testing/actors.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { insertNew } from './insert-rows.ts';

const database = useTestDatabase();
let stage: Stage;
beforeAll(async () => {
  stage = await givenStage(createTestServices(database));
});

const read = () => database.orm.em.fork();
const fields = () => ({ workspaceId: stage.workspaceId, sourceText: 'The pier opens on Friday.', platforms: ['sandbox', 'bluesky'] });

it('writes what is new as the unit of work would, and what is changed of it afterwards', async () => {
  const written = await actAs(stage.services, stage.agent, async (ctx) => {
    const { draft } = await createDraft(ctx, {
      ...fields(),
      scheduledAt: new Date(stage.services.clock.now().getTime() + 86_400_678),
      noteToReviewer: 'It’s “new”: \\ and all.',
    });
    await insertNew(ctx.em);
    draft.link = 'https://example.org/';
    return draft;
  });
  const draft = await read().findOneOrFail(Draft, written.id);
  expect({ ...draft }).toMatchObject({ ...written, link: 'https://example.org/' });
  expect(await read().find(DraftAuthor, { draftId: draft.id })).toMatchObject([
    { grantId: stage.agent.grantId, userId: null, revision: 1 },
  ]);
});

it('writes a row that nothing changes with the next flush too, as it is by then', async () => {
  const { id } = await actAs(stage.services, stage.agent, async (ctx) => {
    const { draft } = await createDraft(ctx, fields());
    draft.revision = 2;
    await noteAuthor(ctx, draft);
    await ctx.em.flush();
    draft.revision = 3;
    await noteAuthor(ctx, draft);
    return draft;
  });
  expect(await read().find(DraftAuthor, { draftId: id })).toMatchObject([{ grantId: stage.agent.grantId, revision: 3 }]);
});

it('writes nothing of a transaction that fails later', async () => {
  const before = await read().count(Draft);
  const failing = actAs(stage.services, stage.agent, async (ctx) => {
    await createDraft(ctx, fields());
    await insertNew(ctx.em);
    throw new Error('It fails.');
  });
  await expect(failing).rejects.toThrow('It fails.');
  expect(await read().count(Draft)).toBe(before);
});

it('keeps a text that is cut in the middle of a sign', async () => {
  const beginning = 'The pier opens on Friday. '.repeat(80).slice(0, 1_999);
  const { approval } = await stage.submit({ sourceText: `${beginning}\u{1f6a2} sails.` });
  expect((await read().findOneOrFail(Approval, approval?.id ?? '')).words).toBe(`${beginning}\ufffd`);
});
