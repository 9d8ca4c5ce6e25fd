import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import { Connection } from '../connections/connection.entity.ts';
import type { Services } from '../context.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenConnectionRow, givenDraft, givenPendingApproval } from '../testing/content.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { changeDraftSource, type DraftChange } from './change-draft-source.ts';
import { Draft, type DraftState } from './draft.entity.ts';
import { loadDraft } from './draft-queries.ts';
import { archiveDraft } from './lock-draft.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
});

const change = (draftId: string, changes: DraftChange, revision?: number, actor: Actor = agent) =>
  actAs(services, actor, async (ctx) => changeDraftSource(ctx, await loadDraft(ctx, draftId), changes, revision));
const read = (draftId: string) => contextFor(services).em.findOneOrFail(Draft, draftId);
const putInState = (draftId: string, state: DraftState) => contextFor(services).em.nativeUpdate(Draft, draftId, { state });

describe('changeDraftSource', () => {
  it('changes the given fields, increments the revision and records the author', async () => {
    const { id } = await givenDraft(services, agent, workspace, { link: 'https://example.org/a' });
    const user = await userActor(services, workspace.accountId);
    const result = await change(id, { sourceText: 'New words.', link: null }, 1, user);
    expect(result).toMatchObject({ isChanged: true, isSourceChanged: true });
    expect(await read(id)).toMatchObject({
      sourceText: 'New words.',
      link: null,
      revision: 2,
      revisedByUserId: user.userId,
      platforms: ['sandbox'],
    });
    const entry = await contextFor(services).em.findOneOrFail(AuditEntry, { subjectId: id, action: 'draft.changed' });
    expect(entry.details).toEqual({ fields: ['sourceText', 'link'], revision: 2 });
  });

  it('takes a draft out of review and clears its content hash', async () => {
    const { draftId } = await givenPendingApproval(services, agent, workspace);
    expect(await read(draftId)).toMatchObject({ state: 'in_review', contentHash: expect.any(String) });
    await change(draftId, { scheduledAt: new Date(Date.now() + 3_600_000) });
    expect(await read(draftId)).toMatchObject({ state: 'draft', contentHash: null });
  });

  it('writes nothing if nothing differs', async () => {
    const { draftId } = await givenPendingApproval(services, agent, workspace);
    const before = await read(draftId);
    const same = await change(draftId, {
      sourceText: before.sourceText,
      platforms: ['sandbox', 'sandbox'],
      connectionIds: null,
      scheduledAt: null,
    });
    expect(same).toMatchObject({ isChanged: false, isSourceChanged: false });
    expect(await read(draftId)).toMatchObject({ revision: before.revision, state: 'in_review', contentHash: before.contentHash });
  });

  it('refuses a stale revision, also of two concurrent changes', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    const results = await Promise.allSettled(['one', 'two', 'three'].map((sourceText) => change(id, { sourceText }, 1)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'stale_revision', details: { revision: 2, expected_revision: 1 } });
    expect((await read(id)).revision).toBe(2);
  });

  it.each<DraftState>(['publishing', 'published', 'partially_published', 'archived'])('refuses a draft that is %s', async (state) => {
    const { id } = await givenDraft(services, agent, workspace);
    await putInState(id, state);
    await expect(change(id, { sourceText: 'Too late.' })).rejects.toMatchObject({
      code: 'invalid_state',
      details: { from: state, to: 'draft' },
    });
  });

  it('checks the targets together, but only if they change', async () => {
    const connection = await givenConnectionRow(services, workspace);
    const { id } = await givenDraft(services, agent, workspace, { connectionIds: [connection.id] });
    await expect(change(id, { platforms: ['bluesky'] })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ pointer: '/connection_ids/0' }],
    });
    await contextFor(services).em.nativeUpdate(Connection, connection.id, { disconnectedAt: new Date() });
    await expect(change(id, { sourceText: 'Other words.' })).resolves.toMatchObject({ isChanged: true });
    await expect(change(id, { connectionIds: null, platforms: ['bluesky'] })).resolves.toMatchObject({ isSourceChanged: false });
  });

  it('keeps a scheduled time in the past when other fields change', async () => {
    const { id } = await givenDraft(services, agent, workspace, { scheduledAt: new Date(Date.now() + 60_000) });
    const past = new Date(Date.now() - 60_000);
    await contextFor(services).em.nativeUpdate(Draft, id, { scheduledAt: past });
    await expect(change(id, { sourceText: 'Later.', scheduledAt: past })).resolves.toMatchObject({ isChanged: true });
    await expect(change(id, { scheduledAt: new Date(0) })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('archiveDraft', () => {
  const archive = (draftId: string) => actAs(services, agent, async (ctx) => archiveDraft(ctx, await loadDraft(ctx, draftId)));

  it('archives an unpublished draft, once', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    expect((await archive(id)).state).toBe('archived');
    await expect(archive(id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('refuses a published one', async () => {
    const { id } = await givenDraft(services, agent, workspace);
    await putInState(id, 'published');
    await expect(archive(id)).rejects.toMatchObject({ code: 'invalid_state', details: { from: 'published', to: 'archived' } });
  });
});
