import { expect, it } from 'vitest';
import type { Scope } from '../../access/actor.ts';
import { addCredits } from '../../credits/add-credits.ts';
import { actAs, agentActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { captionDraft } from './caption-draft.ts';
import { changeDraft } from './change-draft.ts';
import { recordDecision } from './record-decision.ts';
import { createPublishJob } from './submit-draft.ts';

const database = useTestDatabase();
const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'read'];

/** An agent that may publish without an approval, in a workspace that allows it, with credits for it. */
async function arrange() {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { workspace: { allowsAuto: true }, scopes: [...SCOPES, 'publish:auto'] });
  const { accountId, services, submit } = stage;
  await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
  const { draft, job } = await submit({ publishMode: 'auto', approvalRequired: false });
  const words = (text: string) => ({
    workspaceId: stage.workspaceId,
    draftId: draft.id,
    captions: [{ platform: 'sandbox', text, tags: [], thread: [] }],
  });
  return { ...engine, ...stage, draft, jobId: job?.id ?? '', words };
}

it('publishes without an approval, and spends an autoposting credit', async () => {
  const { deliver, publicationsOf, jobId, jobOf, postsOf, ledger } = await arrange();
  const [publication] = await publicationsOf(jobId);
  expect(await deliver(publication?.id ?? '')).toBe('published');
  expect([(await jobOf(jobId)).state, await postsOf(publication?.id ?? '')]).toEqual(['published', 1]);
  expect(await ledger()).toMatchObject({ isConsistent: true, holds: 1 });
});

it('stays automatic if the same agent changes the content', async () => {
  const { services, agent, words } = await arrange();
  const changed = await actAs(services, agent, (ctx) => captionDraft(ctx, words('Doors open on Saturday.')));
  expect([changed.job?.mode, changed.job?.state, changed.approval]).toEqual(['auto', 'queued', null]);
});

it('needs an approval once it is changed by anyone who may not publish without one', async () => {
  const { services, workspace, agent, words, draft, owner } = await arrange();
  const other = await agentActor(services, workspace, { scopes: SCOPES });
  const byAgent = await actAs(services, other, (ctx) => captionDraft(ctx, words('Doors open on Saturday.')));
  expect([byAgent.job?.mode, byAgent.job?.state, byAgent.job?.grantId, byAgent.approval?.state]).toEqual([
    'approval',
    'blocked',
    agent.grantId,
    'pending',
  ]);
  const second = await arrange();
  const byPerson = await actAs(second.services, second.owner, (ctx) =>
    changeDraft(ctx, { draftId: second.draft.id, revision: second.draft.revision, changes: { sourceText: 'It opens on Saturday.' } }),
  );
  expect([byPerson.job?.mode, byPerson.approval?.state]).toEqual(['approval', 'pending']);
  expect([owner.kind, draft.publishMode]).toEqual(['user', 'auto']);
});

it.each([{ approvalRequired: true }, { publishMode: 'approval_queue' as const }])(
  'requests approval if the request asks for it: %j',
  async (wish) => {
    const { services, agent, words, workspaceId, draft, jobId, jobOf } = await arrange();
    const changed = await actAs(services, agent, (ctx) => captionDraft(ctx, { ...words('Doors open on Saturday.'), ...wish }));
    expect([changed.job?.mode, changed.approval?.state]).toEqual(['approval', 'pending']);
    expect(await jobOf(jobId)).toMatchObject({ id: changed.job?.id, state: 'blocked', revision: 2 });
    const queued = await arrange();
    const tightened = await actAs(queued.services, queued.agent, (ctx) =>
      createPublishJob(ctx, { workspaceId: queued.workspaceId, draftId: queued.draft.id, ...wish }),
    );
    expect([tightened.job?.mode, tightened.approval?.state, tightened.job?.id]).toEqual(['approval', 'pending', queued.jobId]);
    expect([workspaceId, draft.id]).not.toContain(queued.draft.id);
  },
);

it('needs an approval if one was requested before, whatever the request says', async () => {
  const { services, agent, workspaceId, submit, owner } = await arrange();
  const { draft, approval } = await submit({ publishMode: 'approval_queue' });
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'changes_requested' }),
  );
  const again = await actAs(services, agent, (ctx) =>
    createPublishJob(ctx, { workspaceId, draftId: draft.id, publishMode: 'auto', approvalRequired: false }),
  );
  expect([again.job?.mode, again.job?.state, again.approval?.state]).toEqual(['approval', 'blocked', 'pending']);
  expect(again.notices).toMatchObject([{ code: 'approval_still_required' }]);
});

it('needs an approval once the workspace no longer allows auto', async () => {
  const { services, workspaceId, deliver, publicationsOf, jobId, jobOf, postsOf } = await arrange();
  await services.orm.em.fork().execute('update workspaces set allows_auto = false where id = ?', [workspaceId]);
  const [publication] = await publicationsOf(jobId);
  expect(await deliver(publication?.id ?? '')).toBeNull();
  expect([(await jobOf(jobId)).state, await postsOf(publication?.id ?? '')]).toEqual(['blocked', 0]);
});
