import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor, Scope } from '../access/actor.ts';
import { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { createDraft } from '../drafts/create-draft.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { captionDraft } from '../publishing/review/caption-draft.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { createPublishJob, submitDraft } from '../publishing/review/submit-draft.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenStage, type Stage as Setting } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { changeApprovalPolicy } from '../workspaces/change-approval-policy.ts';
import { Approval } from './approval.entity.ts';

type Person = Extract<Actor, { kind: 'user' }>;
type Agent = Extract<Actor, { kind: 'agent' }>;

const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'read'];
const database = useTestDatabase();
let services: Services;
let stage: Setting;
/** The agent whose posts the lawyer must approve; the stage's own agent is another. */
let watched: Agent;
let lawyer: Person;
let approver: Person;

beforeAll(() => {
  services = createTestServices(database);
});
beforeEach(async () => {
  stage = await givenStage(services);
  watched = await agentActor(services, stage.workspace, { scopes: SCOPES, name: 'Watched' });
  lawyer = await userActor(services, stage.accountId, 'approver');
  approver = await userActor(services, stage.accountId, 'approver');
});

const watch = () =>
  actAs(services, stage.owner, async (ctx) => {
    const { revision } = await ctx.em.findOneOrFail(Workspace, stage.workspaceId);
    const legal = { name: 'Legal', who: 'people' as const, userIds: [lawyer.userId], required: 1, platforms: [] };
    const stages = [{ ...legal, agentIds: [watched.agentId] }];
    await changeApprovalPolicy(ctx, { workspaceId: stage.workspaceId, revision, policy: { stages } });
  });
const writeWords = (by: Actor, { id: draftId }: { id: string }, text = `Words of ${by.kind}.`) =>
  actAs(services, by, (ctx) =>
    captionDraft(ctx, { workspaceId: stage.workspaceId, draftId, captions: [{ platform: 'sandbox', text, tags: [], thread: [] }] }),
  );
const personsDraft = async () => {
  const input = { workspaceId: stage.workspaceId, sourceText: 'A note.', platforms: ['sandbox'], publishMode: 'draft_only' as const };
  return (await actAs(services, stage.owner, (ctx) => createDraft(ctx, input))).draft;
};
const askFor = (by: Actor, { id: draftId }: { id: string }) =>
  actAs(services, by, (ctx) => createPublishJob(ctx, { workspaceId: stage.workspaceId, draftId }));

type Asked = { id: string; contentHash: string } | null;
async function needsTheLawyer(approval: Asked) {
  await expect(stage.approve(approval, approver)).rejects.toMatchObject({ code: 'insufficient_role' });
  expect((await stage.approve(approval, lawyer)).state).toBe('approved');
}

it('are those of an agent that writes content of another’s post', async () => {
  await watch();
  const { draft } = await stage.submit();
  const { approval } = await writeWords(watched, draft);
  expect(approval?.stages.map(({ name }) => name)).toEqual(['Legal']);
  await needsTheLawyer(approval);
});

it('are those of an agent that writes content of a person’s draft, regardless of who submits it', async () => {
  await watch();
  const [own, another] = [await personsDraft(), await personsDraft()];
  for (const draft of [own, another]) await writeWords(watched, draft);
  await needsTheLawyer((await askFor(watched, own)).approval);
  await needsTheLawyer((await askFor(stage.agent, another)).approval);
});

it('are those of an agent that submits others’ content, also after a person has changed it', async () => {
  await watch();
  const { id } = await personsDraft();
  const asked = await askFor(watched, { id });
  expect(asked.approval?.stages).toHaveLength(1);
  const changes = { sourceText: 'Another note.' };
  const changed = await actAs(services, stage.owner, (ctx) => changeDraft(ctx, { draftId: id, revision: asked.draft.revision, changes }));
  await needsTheLawyer(changed.approval);
});

it('also apply to waiting posts once they are set', async () => {
  const { draft } = await stage.submit();
  const { approval } = await writeWords(watched, draft);
  await watch();
  await needsTheLawyer(approval);
});

it('are not those of an agent whose content a person has adopted, until it writes again', async () => {
  await watch();
  const draft = await personsDraft();
  await writeWords(watched, draft);
  const submitted = await actAs(services, stage.owner, async (ctx) => submitDraft(ctx, await ctx.em.findOneOrFail(Draft, draft.id)));
  expect(submitted.approval?.stages).toEqual([]);
  await needsTheLawyer((await writeWords(watched, draft, 'Other words.')).approval);
});

it('are none without an agent, while an agent that created the draft always counts', async () => {
  await watch();
  const mine = await stage.submit();
  expect((await stage.approve(mine.approval, approver)).state).toBe('approved');
  const made = await actAs(services, watched, (ctx) =>
    createDraft(ctx, { workspaceId: stage.workspaceId, sourceText: 'A post.', platforms: ['sandbox'], publishMode: 'draft_only' }),
  );
  const taken = await actAs(services, stage.owner, async (ctx) => submitDraft(ctx, await ctx.em.findOneOrFail(Draft, made.draft.id)));
  const { agentIds } = await services.orm.em.fork().findOneOrFail(Approval, taken.approval?.id ?? '');
  expect(agentIds).toEqual([watched.agentId]);
  await needsTheLawyer(taken.approval);
});
