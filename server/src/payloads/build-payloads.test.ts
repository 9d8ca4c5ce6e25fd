import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { Connection } from '../connections/connection.entity.ts';
import type { Services } from '../context.ts';
import type { CreateDraftInput } from '../drafts/create-draft.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { actAs, agentActor } from '../testing/actors.ts';
import { givenConnectionRow, givenDraft, givenPendingApproval, givenWords } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { buildPayloads } from './build-payloads.ts';
import { contentHash, hashJson } from './content-hash.ts';
import { Payload } from './payload.entity.ts';
import { currentPayloads, currentPayloadsOf } from './payload-queries.ts';
import { preparePayloads } from './prepare-payloads.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;
let sandbox: Connection[];

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
  // Newest first, so the order of ids is not the order of rows.
  sandbox = [await givenConnectionRow(services, workspace), await givenConnectionRow(services, workspace)];
  await givenConnectionRow(services, workspace, { health: 'failing' });
  await givenConnectionRow(services, workspace, { disconnectedAt: new Date() });
});

const both = { platforms: ['bluesky', 'sandbox'] };
const given = async (text: string, input: Partial<CreateDraftInput> = both) => {
  const { id } = await givenDraft(services, agent, workspace, input);
  await givenWords(services, agent, id, text);
  return id;
};
const build = (draftId: string) => actAs(services, agent, async (ctx) => buildPayloads(ctx, await loadDraft(ctx, draftId)));
const countRows = (draftId: string) => contextFor(services).em.count(Payload, { draftId });

describe('buildPayloads', () => {
  it('freezes one payload for each healthy connection, by platform and then by id, and one if there is none', async () => {
    const id = await given('Doors open at nine.');
    const { payloads, contentHash: hash } = await build(id);
    expect(payloads.map(({ position, platform, connectionId }) => [position, platform, connectionId])).toEqual([
      [0, 'bluesky', null],
      [1, 'sandbox', sandbox[0]?.id],
      [2, 'sandbox', sandbox[1]?.id],
    ]);
    expect(payloads[1]).toMatchObject({
      body: { text: 'Doors open at nine.' },
      violations: [],
      preview: { parts: [{ text: 'Doors open at nine.' }] },
    });
    expect((await contextFor(services).em.findOneOrFail(Draft, id)).contentHash).toBe(hash);
  });

  it('stores rows that match the approved hash when read back', async () => {
    const id = await given('Olá, Ünïcode 👩‍👩‍👧‍👦 "quoted" \\ and 10 % off\n#now');
    const { contentHash: hash } = await build(id);
    const ctx = contextFor(services);
    const rows = await currentPayloads(ctx, await ctx.em.findOneOrFail(Draft, id));
    expect(contentHash(rows.map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body })))).toBe(
      hash,
    );
    for (const row of rows) expect(hashJson(row.body)).toBe(row.payloadHash);
  });

  it('writes nothing for the same content, immediately or after a detour', async () => {
    const id = await given('One.');
    const results = await Promise.all([build(id), build(id), build(id)]);
    expect(new Set(results.map((result) => result.contentHash)).size).toBe(1);
    expect(await countRows(id)).toBe(3);
    await givenWords(services, agent, id, 'Two.');
    const other = await build(id);
    expect(other.contentHash).not.toBe(results[0]?.contentHash);
    expect(await countRows(id)).toBe(6);
    await givenWords(services, agent, id, 'One.');
    expect((await build(id)).contentHash).toBe(results[0]?.contentHash);
    expect(await countRows(id)).toBe(6);
  });

  it('targets the chosen connections whatever their health', async () => {
    const failing = await givenConnectionRow(services, workspace);
    const id = await given('Chosen.', { ...both, connectionIds: [failing.id] });
    await contextFor(services).em.nativeUpdate(Connection, failing.id, { health: 'revoked' });
    expect((await build(id)).payloads.map(({ platform, connectionId }) => [platform, connectionId])).toEqual([
      ['bluesky', null],
      ['sandbox', failing.id],
    ]);
  });

  it('freezes invalid content too, with its violations', async () => {
    const id = await given('x'.repeat(600), { platforms: ['sandbox'] });
    expect((await build(id)).payloads[0]?.violations).toMatchObject([{ code: 'text_too_long', field: 'text' }]);
  });

  it('refuses a draft without captions, naming the platforms', async () => {
    const { id } = await givenDraft(services, agent, workspace, both);
    await expect(build(id)).rejects.toMatchObject({
      code: 'invalid_state',
      details: { platforms_without_captions: ['bluesky', 'sandbox'] },
    });
  });

  it('keeps submitted content unchanged, even after a connection was added', async () => {
    const { workspace: other } = await givenWorkspace(services);
    const actor = await agentActor(services, other);
    const { draftId, approval } = await givenPendingApproval(services, actor, other);
    await givenConnectionRow(services, other);
    const again = await actAs(services, actor, async (ctx) => buildPayloads(ctx, await loadDraft(ctx, draftId)));
    expect(again.contentHash).toBe(approval.contentHash);
    expect(again.payloads.map(({ connectionId }) => connectionId)).toEqual([null]);
  });

  it('keeps frozen rows immutable', async () => {
    const id = await given('Frozen.');
    const { payloads } = await build(id);
    await expect(contextFor(services).em.nativeUpdate(Payload, payloads[0]?.id ?? '', { body: {} })).rejects.toThrow('append-only');
  });
});

describe('preparePayloads', () => {
  it('returns what would be frozen and writes nothing', async () => {
    const id = await given('Only looking.');
    const ctx = contextFor(services, agent);
    const draft = await loadDraft(ctx, id);
    const words = draft.platforms.map((platform) => ({ platform, text: 'Only looking.', tags: [], thread: [] }));
    const prepared = await preparePayloads(ctx, draft, words);
    expect(await countRows(id)).toBe(0);
    expect((await build(id)).contentHash).toBe(prepared.contentHash);
  });
});

describe('currentPayloadsOf', () => {
  it('reads the current payloads of many drafts in one statement', async () => {
    const ids = [await given('A.'), await given('B.')];
    for (const id of ids) await build(id);
    await givenWords(services, agent, ids[1] ?? '', 'C.');
    await build(ids[1] ?? '');
    const bare = await given('Not built.');
    const ctx = contextFor(services);
    const drafts = await ctx.em.find(Draft, { id: { $in: [...ids, bare] } });
    const statements = await recordStatements(services, async () => {
      const sets = await currentPayloadsOf(ctx, drafts);
      expect([...ids, bare].map((id) => sets.get(id)?.map(({ preview }) => preview.parts[0]?.text))).toEqual([
        ['A.', 'A.', 'A.'],
        ['C.', 'C.', 'C.'],
        [],
      ]);
    });
    expect(statements).toHaveLength(1);
  });
});
