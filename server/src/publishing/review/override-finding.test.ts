import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { findingId } from '../../safety/safety-finding.ts';
import { SafetyOverride } from '../../safety/safety-override.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { gateInEnglish } from '../gates/gate.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { captionDraft } from './caption-draft.ts';
import { overrideFinding } from './override-finding.ts';

const database = useTestDatabase();
let stage: Stage;
let submitted: Awaited<ReturnType<Stage['submit']>>;

beforeEach(async () => {
  stage = await givenStage(createTestServices(database));
  submitted = await stage.submit({ sourceText: 'The plan is at http://10.0.0.1/plan for all of us.' });
});

async function explain() {
  const ctx = contextFor(stage.services);
  const job = await stage.jobOf(submitted.job?.id ?? '');
  const explanation = (await explainJobs(ctx, [job])).get(job.id);
  const gate = explanation?.readiness.gates.map(gateInEnglish).find((candidate) => candidate.gate === 'safety');
  return { job, gate, findings: explanation?.findings ?? [] };
}

async function override(changes: Partial<Parameters<typeof overrideFinding>[1]> = {}, actor: Actor = stage.owner) {
  const [finding] = (await explain()).findings;
  if (!finding) throw new Error('The safety checks find nothing.');
  const input = { draftId: submitted.draft.id, contentHash: submitted.approval?.contentHash ?? '', findingId: findingId(finding) };
  return actAs(stage.services, actor, (ctx) => overrideFinding(ctx, { ...input, reason: 'It is the example of our manual.', ...changes }));
}

describe('a blocking finding', () => {
  it('blocks the post even after approval, until a person overrides it with a reason', async () => {
    await stage.approve(submitted.approval);
    expect(await explain()).toMatchObject({ gate: { status: 'block', code: 'private_link' }, job: { state: 'blocked' } });
    await override();
    expect(await explain()).toMatchObject({
      gate: { status: 'pass', code: 'safety_lifted', message: expect.stringContaining('example of our manual') },
      job: { state: 'queued' },
    });
  });

  it('is dismissed on the record, once, in the name of the person', async () => {
    const { override: first, by } = await override();
    const somebodyElse = await userActor(stage.services, stage.accountId, 'approver');
    const second = await override({ reason: 'Another reason.' }, somebodyElse);
    expect([second.override.id, second.by]).toEqual([first.id, by]);
    const { em } = contextFor(stage.services);
    const entries = await em.find(AuditEntry, { action: 'safety.lifted', subjectId: submitted.draft.id });
    expect(entries).toMatchObject([{ actorKind: 'user', details: { check: 'private_link', reason: 'It is the example of our manual.' } }]);
    expect((await explain()).findings).toMatchObject([{ severity: 'block', override: { by, reason: first.reason } }]);
    await expect(em.nativeUpdate(SafetyOverride, first.id, { reason: 'changed' })).rejects.toThrow('append-only');
  });

  it('approves nothing', async () => {
    await override();
    expect((await explain()).job.state).toBe('blocked');
  });

  it('blocks other content again, even with the same text in it', async () => {
    await override();
    const changed = await actAs(stage.services, stage.owner, (ctx) =>
      captionDraft(ctx, {
        workspaceId: stage.workspaceId,
        draftId: submitted.draft.id,
        captions: [{ platform: 'sandbox', text: 'The plan is at http://10.0.0.1/plan for all of us!', tags: [], thread: [] }],
      }),
    );
    submitted = { ...submitted, approval: changed.approval, job: changed.job };
    expect((await explain()).gate).toMatchObject({ status: 'block', code: 'private_link' });
  });
});

describe('overriding is refused', () => {
  it('for agents, viewers and strangers', async () => {
    await expect(override({}, stage.agent)).rejects.toMatchObject({ code: 'insufficient_role' });
    const viewer = await userActor(stage.services, stage.accountId, 'viewer');
    await expect(override({}, viewer)).rejects.toMatchObject({ code: 'insufficient_role' });
    const { accountId } = await givenWorkspace(stage.services);
    await expect(override({}, await userActor(stage.services, accountId))).rejects.toMatchObject({ code: 'not_found' });
    expect(await contextFor(stage.services).em.count(SafetyOverride, { draftId: submitted.draft.id })).toBe(0);
  });

  it('without a recent sign-in', async () => {
    await contextFor(stage.services).em.execute('update sessions set reauthenticated_at = null where id = ?', [stage.owner.sessionId]);
    await expect(override()).rejects.toMatchObject({ code: 'reauthentication_required' });
  });

  it('for other content than was seen, for an unknown finding, and without a reason', async () => {
    await expect(override({ contentHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'content_changed' });
    await expect(override({ findingId: 'f'.repeat(32) })).rejects.toMatchObject({ code: 'not_found' });
    await expect(override({ reason: '  ' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(override({ reason: 'x'.repeat(2_001) })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('for a warning, which blocks nothing', async () => {
    submitted = await stage.submit({ sourceText: 'Open http://localhost:4000/ on your own machine.' });
    await expect(override()).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

it('a workspace’s blocked term blocks a post from the moment it is set', async () => {
  submitted = await stage.submit({ sourceText: 'Free money for everybody at the harbour.' });
  expect((await explain()).gate).toMatchObject({ status: 'pass' });
  const { em } = contextFor(stage.services);
  await em.execute(`update workspaces set blocked_terms = '{free money}' where id = ?`, [stage.workspaceId]);
  expect((await explain()).gate).toMatchObject({ status: 'block', code: 'blocked_term' });
  await em.execute(`update workspaces set safety = ?::jsonb where id = ?`, [
    JSON.stringify({ weights: { blocked_term: 'warn' }, repeatDays: 30, aiDisclosure: '#AI' }),
    stage.workspaceId,
  ]);
  expect((await explain()).gate).toMatchObject({ status: 'pass', code: 'safe_with_warnings' });
});

it('an agent’s text needs the disclosure that the workspace requires', async () => {
  const { em } = contextFor(stage.services);
  const policy = { weights: {}, repeatDays: 30, aiDisclosure: 'Written by AI' };
  await em.execute(`update workspaces set safety = ?::jsonb where id = ?`, [JSON.stringify(policy), stage.workspaceId]);
  const write = (text: string, actor: Actor) =>
    actAs(stage.services, actor, (ctx) =>
      captionDraft(ctx, {
        workspaceId: stage.workspaceId,
        draftId: submitted.draft.id,
        captions: [{ platform: 'sandbox', text, tags: [], thread: [] }],
      }),
    );
  const codeAfter = async (text: string, actor: Actor) => {
    const { approval, job } = await write(text, actor);
    submitted = { ...submitted, approval, job, draft: await em.fork().findOneOrFail(Draft, submitted.draft.id) };
    return (await explain()).gate?.code;
  };
  expect(await codeAfter('Doors open at nine.', stage.agent)).toBe('undisclosed_ai');
  expect(await codeAfter('Doors open at nine. Written by AI', stage.agent)).toBe('safe');
  expect(await codeAfter('Doors open at ten.', stage.owner)).toBe('safe');
});
