import { beforeAll, expect, it } from 'vitest';
import { Approval } from '../approvals/approval.entity.ts';
import { currentCaptions } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import { createDraft } from '../drafts/create-draft.ts';
import { Draft, DraftAuthor } from '../drafts/draft.entity.ts';
import { noteAuthor } from '../drafts/draft-authors.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { createAndSubmitDraft } from '../publishing/review/submit-draft.ts';
import { actAs, agentActor } from '../testing/actors.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { insertNew } from './insert-rows.ts';

const database = useTestDatabase();
let stage: Stage;
beforeAll(async () => {
  stage = await givenStage(createTestServices(database));
});

const read = () => database.orm.em.fork();
const fields = () => ({ workspaceId: stage.workspaceId, sourceText: 'The pier opens on Friday.', platforms: ['sandbox', 'bluesky'] });

it('writes new rows like the unit of work, and later changes of them', async () => {
  const written = await actAs(stage.services, stage.agent, async (ctx) => {
    const { draft } = await createDraft(ctx, {
      ...fields(),
      scheduledAt: new Date(stage.services.clock.now().getTime() + 86_400_678),
      noteToReviewer: 'It’s “new”: \\ and all.',
    });
    insertNew(ctx);
    draft.link = 'https://example.org/';
    return draft;
  });
  const draft = await read().findOneOrFail(Draft, written.id);
  expect({ ...draft }).toMatchObject({ ...written, link: 'https://example.org/' });
  expect(await read().find(DraftAuthor, { draftId: draft.id })).toMatchObject([
    { grantId: stage.agent.grantId, userId: null, revision: 1 },
  ]);
});

it('keeps the newest revision of an author who continues writing in the same transaction', async () => {
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

it('keeps the captions that come with a submission, and adds those for the other platforms', async () => {
  const given = { platform: 'sandbox', text: 'The pier opens on Friday, with a band.', tags: [], thread: [] };
  const { draft } = await actAs(stage.services, await agentActor(stage.services, stage.workspace), (ctx) =>
    createAndSubmitDraft(ctx, { ...fields(), publishMode: 'approval_queue', captions: [given] }),
  );
  const words = (await currentCaptions(contextFor(stage.services), draft.id))?.captions ?? [];
  expect(words.map(({ platform, text, origin }) => [platform, text, origin])).toEqual([
    ['sandbox', given.text, 'agent'],
    ['bluesky', expect.any(String), 'extractive'],
  ]);
});

it('keeps the captions that come with a change of the source, and regenerates the others', async () => {
  const { draft } = await stage.submit(fields());
  const agent = await agentActor(stage.services, stage.workspace);
  const given = { platform: 'sandbox', text: 'The market opens on Sunday, with a band.', tags: [], thread: [] };
  await actAs(stage.services, agent, (ctx) =>
    changeDraft(ctx, {
      draftId: draft.id,
      revision: draft.revision,
      changes: { sourceText: 'The market opens on Sunday.' },
      captions: [given],
    }),
  );
  const words = (await currentCaptions(contextFor(stage.services), draft.id))?.captions ?? [];
  expect(words.map(({ platform, text }) => [platform, text])).toEqual([
    ['sandbox', given.text],
    ['bluesky', 'The market opens on Sunday.'],
  ]);
});

it('writes nothing of a transaction that fails later', async () => {
  const before = await read().count(Draft);
  const failing = actAs(stage.services, stage.agent, async (ctx) => {
    await createDraft(ctx, fields());
    insertNew(ctx);
    throw new Error('It fails.');
  });
  await expect(failing).rejects.toThrow('It fails.');
  expect(await read().count(Draft)).toBe(before);
});

it('fails with the reason for which a row was refused, whatever follows it, and writes nothing', async () => {
  const before = await read().count(Draft);
  const refused = (afterwards: (ctx: Context) => Promise<unknown>) =>
    actAs(stage.services, stage.agent, async (ctx) => {
      const { draft } = await createDraft(ctx, fields());
      draft.grantId = 'grt_of_nobody';
      insertNew(ctx);
      await afterwards(ctx);
    });
  const isReason = expect.objectContaining({ name: 'ForeignKeyConstraintViolationException' });
  await expect(refused(async () => undefined)).rejects.toEqual(isReason);
  await expect(refused((ctx) => ctx.em.count(Draft))).rejects.toEqual(isReason);
  await expect(refused(() => Promise.reject(new Error('It fails.')))).rejects.toEqual(isReason);
  expect(await read().count(Draft)).toBe(before);
});

it('stores a text that is cut within a character', async () => {
  const beginning = 'The pier opens on Friday. '.repeat(80).slice(0, 1_999);
  const { approval } = await stage.submit({ sourceText: `${beginning}\u{1f6a2} sails.` });
  expect((await read().findOneOrFail(Approval, approval?.id ?? '')).words).toBe(`${beginning}\ufffd`);
});
